import type { TargetId } from '../model/ids.ts';
import type { Rollup } from '../model/money/meter.ts';
import { addCharges, type Charge, noCharge, subtractCharges } from '../model/money/money.ts';
import type { Tags } from '../model/money/share.ts';
import type { Interval } from '../model/time/period.ts';

/** The charge of a target in one period, by kind of resource. */
export type SpendOfPeriod = Interval & {
  readonly target: TargetId;
  readonly byKind: ReadonlyMap<Tags['kind'], Charge>;
  readonly charge: Charge;
  /** Whether counting began within the period, or some price was unknown. */
  readonly isPartial: boolean;
};

export function spendOfPeriod(
  target: TargetId,
  { period, charge, shares, since, gap }: Rollup,
): SpendOfPeriod {
  const byKind = new Map<Tags['kind'], Charge>();
  for (const { tags, charge: part } of shares) add(byKind, tags.kind, part);
  const { from, until } = period;
  return { target, from, until, byKind, charge, isPartial: gap > 0 || since > from };
}

/** One layer of a stacked chart: its charge in each period. The one whose name is `null` holds the remainder. */
export type Layer<Name> = {
  readonly name: Name | null;
  readonly charges: readonly Charge[];
  readonly total: Charge;
};

export type SpendOverTime<Name> = {
  readonly periods: readonly (Interval & { readonly total: Charge; readonly isPartial: boolean })[];
  /** Layers, the largest first and the remainder last. */
  readonly layers: readonly Layer<Name>[];
};

/** Stacks the spend of periods of one length into layers, at most `most` of them. */
export function spendOverTime<Name extends string>(
  spends: readonly SpendOfPeriod[],
  partsOf: (spend: SpendOfPeriod) => Iterable<readonly [Name, Charge]>,
  most: number,
): SpendOverTime<Name> {
  const begins = [...new Map(spends.map(({ from, until }) => [from, until]))].sort(
    ([left], [right]) => left - right,
  );
  const place = new Map(begins.map(([from], index) => [from, index]));
  const none = (): Charge[] => begins.map(() => noCharge);
  const all = new Map<Name, Charge[]>();
  const totals = none();
  const partial = begins.map(() => false);
  for (const spend of spends) {
    const index = place.get(spend.from) ?? 0;
    totals[index] = addCharges(totals[index] ?? noCharge, spend.charge);
    partial[index] ||= spend.isPartial;
    for (const [name, charge] of partsOf(spend)) {
      const charges = all.get(name) ?? none();
      charges[index] = addCharges(charges[index] ?? noCharge, charge);
      all.set(name, charges);
    }
  }
  const layers = [...all]
    .map(([name, charges]): Layer<Name> => ({ name, charges, total: charges.reduce(addCharges, noCharge) }))
    .sort((left, right) => right.total.cmp(left.total));
  const named = layers.slice(0, layers.length > most ? most - 1 : most);
  const rest = totals.map((total, index) =>
    named.reduce((left, { charges }) => subtractCharges(left, charges[index] ?? noCharge), total),
  );
  const total = rest.reduce(addCharges, noCharge);
  return {
    periods: begins.map(([from, until], index) => ({
      from,
      until,
      total: totals[index] ?? noCharge,
      isPartial: partial[index] ?? false,
    })),
    layers: total.isZero() ? named : [...named, { name: null, charges: rest, total }],
  };
}

function add<Key>(sums: Map<Key, Charge>, key: Key, charge: Charge): void {
  sums.set(key, addCharges(sums.get(key) ?? noCharge, charge));
}
