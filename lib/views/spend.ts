import { addCharges, type Charge, noCharge } from '../model/money/money.ts';

/** The accrued charge of one combination of dimension values. */
export type SpendPart = { readonly values: readonly (string | null)[]; readonly charge: Charge };

/** The accrued charges of one combination over time; `null` for a period without data. */
export type SpendSeries = SpendPart & { readonly over: readonly (Charge | null)[] };

/** Groups parts into series, the largest first. `place` is the index of the period among their values. */
export function seriesOf(
  parts: readonly SpendPart[],
  place: number,
  periods: readonly string[],
): readonly SpendSeries[] {
  const index = new Map(periods.map((period, at) => [period, at]));
  const known = new Set(parts.map(({ values }) => values[place] ?? null));
  const series = new Map<string, { values: SpendPart['values']; charge: Charge; over: (Charge | null)[] }>();
  for (const { values, charge } of parts) {
    const others = values.toSpliced(place, 1);
    const key = JSON.stringify(others);
    const one = series.get(key) ?? {
      values: others,
      charge: noCharge,
      over: periods.map((period) => (known.has(period) ? noCharge : null)),
    };
    const at = index.get(values[place] ?? '');
    if (at !== undefined) one.over[at] = addCharges(one.over[at] ?? noCharge, charge);
    series.set(key, { ...one, charge: addCharges(one.charge, charge) });
  }
  return [...series.values()].toSorted((left, right) => right.charge.cmp(left.charge));
}
