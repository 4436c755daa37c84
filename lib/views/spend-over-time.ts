import type { TargetId } from '../model/ids.ts';
import {
  addCharged,
  type ChargeWithEstimate,
  lessCharged,
  nothingCharged,
  sumCharged,
  toChargeWithEstimate,
} from '../model/money/charged.ts';
import { type Coverage, computeCoverage, computeLeastCoverage } from '../model/money/coverage.ts';
import type { Meter, Rollup } from '../model/money/meter.ts';
import type { Tags } from '../model/money/share.ts';
import type { Interval } from '../model/time/period.ts';
import { earliest, type Instant } from '../model/time/time.ts';

/** The charge of a target in one period, by kind of resource. */
export type SpendOfPeriod = Interval & {
  readonly target: TargetId;
  readonly byKind: ReadonlyMap<Tags['kind'], ChargeWithEstimate>;
  readonly meter: Meter;
};

export function spendOfPeriod(target: TargetId, { shares, ...meter }: Rollup): SpendOfPeriod {
  const byKind = new Map<Tags['kind'], ChargeWithEstimate>();
  for (const share of shares) add(byKind, share.tags.kind, toChargeWithEstimate(share));
  const { from, until } = meter.period;
  return { target, from, until, byKind, meter };
}

/** One layer of a stacked chart, with its charge in each period. The layer named `null` holds the remainder. */
export type Layer<Name> = {
  readonly name: Name | null;
  readonly charges: readonly ChargeWithEstimate[];
  readonly total: ChargeWithEstimate;
};

/** The range of a spend chart: its periods, and each target with the end of its data. */
export type ChartedTime = {
  readonly periods: readonly Interval[];
  readonly targets: readonly { readonly target: TargetId; readonly until: Instant }[];
};

export type SpendOverTime<Name> = {
  /** All periods, including those without data. */
  readonly periods: readonly (Interval & {
    readonly total: ChargeWithEstimate;
    readonly coverage: Coverage | null;
  })[];
  /** Layers, the largest first and the remainder last. */
  readonly layers: readonly Layer<Name>[];
};

/** Stacks the spend of periods of one length into layers, at most `most` of them. */
export function spendOverTime<Name extends string>(
  spends: readonly SpendOfPeriod[],
  { periods, targets }: ChartedTime,
  partsOf: (spend: SpendOfPeriod) => Iterable<readonly [Name, ChargeWithEstimate]>,
  most: number,
): SpendOverTime<Name> {
  const periodIndex = new Map(periods.map(({ from }, index) => [from, index]));
  const meters = new Map(spends.map((spend) => [`${spend.from} ${spend.target}`, spend.meter]));
  const none = (): ChargeWithEstimate[] => periods.map(() => nothingCharged);
  const chargesByName = new Map<Name, ChargeWithEstimate[]>();
  const totals = none();
  for (const spend of spends) {
    const index = periodIndex.get(spend.from);
    if (index === undefined) continue;
    totals[index] = addCharged(totals[index] ?? nothingCharged, spend.meter);
    for (const [name, charge] of partsOf(spend)) {
      const charges = chargesByName.get(name) ?? none();
      charges[index] = addCharged(charges[index] ?? nothingCharged, charge);
      chargesByName.set(name, charges);
    }
  }
  const layers = [...chargesByName]
    .map(([name, charges]): Layer<Name> => ({ name, charges, total: sumCharged(charges) }))
    .sort((left, right) => right.total.charge.cmp(left.total.charge));
  const named = layers.slice(0, layers.length > most ? most - 1 : most);
  const remainder = totals.map((total, index) =>
    named.reduce((left, { charges }) => lessCharged(left, charges[index] ?? nothingCharged), total),
  );
  const total = sumCharged(remainder);
  return {
    periods: periods.map((period, index) => ({
      ...period,
      total: totals[index] ?? nothingCharged,
      coverage: computeLeastCoverage(
        targets.flatMap(({ target, until }) =>
          computePeriodCoverage(period, until, meters.get(`${period.from} ${target}`)),
        ),
      ),
    })),
    layers: total.charge.isZero() ? named : [...named, { name: null, charges: remainder, total }],
  };
}

/** Returns the known part of a period for one target; empty if the period is outside its range. */
function computePeriodCoverage(
  { from, until }: Interval,
  end: Instant,
  meter: Meter | undefined,
): Coverage[] {
  const interval = { from, until: earliest(until, end) };
  if (interval.until <= from) return [];
  const unknown = { from, until: earliest(meter?.since ?? interval.until, interval.until) };
  return [
    computeCoverage(meter === undefined ? [] : [meter], unknown.until > from ? [unknown] : [], interval),
  ];
}

function add<Key>(sums: Map<Key, ChargeWithEstimate>, key: Key, charge: ChargeWithEstimate): void {
  sums.set(key, addCharged(sums.get(key) ?? nothingCharged, charge));
}
