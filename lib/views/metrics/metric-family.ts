/** One measured value, and whose it is. */
export type MetricSample = { readonly of: Readonly<Record<string, string>>; readonly value: number };

/** A metric in the sense of Prometheus: a gauge whose name ends in its unit, and whose samples have all of its labels. */
export type MetricFamily = {
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
  readonly samples: readonly MetricSample[];
};

/** How many there are of each of some things, told apart by their labels. */
export function countedBy(things: Iterable<Readonly<Record<string, string>>>): readonly MetricSample[] {
  const counts = new Map<string, { readonly of: Readonly<Record<string, string>>; value: number }>();
  for (const of of things) {
    const key = JSON.stringify(of);
    const known = counts.get(key);
    if (known) known.value += 1;
    else counts.set(key, { of, value: 1 });
  }
  return [...counts.values()];
}
