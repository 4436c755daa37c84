import { addCharges, type Charge, noCharge } from '../model/money/money.ts';

/** What accrued for one value of each thing that spend is told apart by. */
export type SpendPart = { readonly values: readonly (string | null)[]; readonly charge: Charge };

/** What accrued for the same values over time: in each period, `null` where nothing at all is known of it. */
export type SpendSeries = SpendPart & { readonly over: readonly (Charge | null)[] };

/** Lays parts out over time. `place` is where among their values the period stands; the largest come first. */
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
