/** One measured value and its labels. */
export type MetricSample = { readonly of: Readonly<Record<string, string>>; readonly value: number };

/** A Prometheus gauge. Its name ends in its unit, and each sample has all of its labels. */
export type MetricFamily = {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly samples: readonly MetricSample[];
};

/** Counts label sets, with one sample for each. */
export function countLabelSets(
  labelSets: Iterable<Readonly<Record<string, string>>>,
): readonly MetricSample[] {
  const counts = new Map<string, { readonly of: Readonly<Record<string, string>>; value: number }>();
  for (const labels of labelSets) {
    const key = JSON.stringify(labels);
    const count = counts.get(key);
    if (count) count.value += 1;
    else counts.set(key, { of: labels, value: 1 });
  }
  return [...counts.values()];
}
