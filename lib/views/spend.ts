import {
  addCharged,
  type ChargeWithEstimate,
  nothingCharged,
  toChargeWithEstimate,
} from '../model/money/charged.ts';

/** The accrued charge of one combination of dimension values. */
export type SpendPart = ChargeWithEstimate & { readonly values: readonly (string | null)[] };

/** The accrued charges of one combination over time; `null` for a period without data. */
export type SpendSeries = SpendPart & { readonly over: readonly (ChargeWithEstimate | null)[] };

/** Groups parts into series, the largest first. `place` is the index of the period in `values`. */
export function groupSpendSeries(
  parts: readonly SpendPart[],
  place: number,
  periods: readonly string[],
): readonly SpendSeries[] {
  const index = new Map(periods.map((period, at) => [period, at]));
  const distinct = new Set(parts.map(({ values }) => values[place] ?? null));
  const series = new Map<string, SpendPart & { over: (ChargeWithEstimate | null)[] }>();
  for (const { values, ...part } of parts) {
    const others = values.toSpliced(place, 1);
    const key = JSON.stringify(others);
    const current = series.get(key) ?? {
      values: others,
      ...nothingCharged,
      over: periods.map((period) => (distinct.has(period) ? nothingCharged : null)),
    };
    const at = index.get(values[place] ?? '');
    if (at !== undefined) current.over[at] = addCharged(current.over[at] ?? nothingCharged, part);
    series.set(key, { ...current, ...addCharged(toChargeWithEstimate(current), part) });
  }
  return [...series.values()].toSorted((left, right) => right.charge.cmp(left.charge));
}
