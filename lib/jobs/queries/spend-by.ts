import { assertNever } from '../../model/assert-never.ts';
import type { TargetId } from '../../model/ids.ts';
import {
  addCharged,
  type ChargeWithEstimate,
  getEstimatedCharge,
  nothingCharged,
  sumCharged,
  toChargeWithEstimate,
} from '../../model/money/charged.ts';
import { type Coverage, computeCoverage, isWhole } from '../../model/money/coverage.ts';
import type { Rollup } from '../../model/money/meter.ts';
import { addCharges, type Charge, noCharge, subtractCharges, sumCharges } from '../../model/money/money.ts';
import { reportedTags, type Tags } from '../../model/money/share.ts';
import { findPeriod, type Interval, type Period, type PeriodUnit } from '../../model/time/period.ts';
import {
  computeSpan,
  days,
  earlier,
  earliest,
  hours,
  type Instant,
  isoInstant,
  latest,
  milliseconds,
  minutes,
  type Span,
} from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Head } from '../../state/head.ts';
import { beyondHours, fromACent, nothingBeyond } from './beyond-hours.ts';

/** A dimension that spend is grouped by. */
export type Dimension =
  | { readonly kind: 'target' }
  | { readonly kind: 'tag'; readonly tag: 'kind' | 'dataCenter' | 'gpuModel' | 'createdBy' }
  | { readonly kind: 'metadata'; readonly key: string }
  /** The hour, day or month in which it accrued; its value is the start in ISO 8601. */
  | { readonly kind: 'period'; readonly unit: PeriodUnit; readonly zone: string };

/** The targets, period and dimensions of a spend query. Periods are rounded to full hours. */
export type SpendQuestion = Interval & {
  readonly targets: readonly TargetId[];
  readonly by: readonly Dimension[];
  /** The current time: a later end is limited to the newest poll. */
  readonly now?: Instant;
};

/** The accrued spend for one value of each dimension; a value is `null` if it is unknown. */
export type SpendRow = ChargeWithEstimate & { readonly values: readonly (string | null)[] };

export type SpendAnswer = {
  /** Largest charge first. */
  readonly rows: readonly SpendRow[];
  readonly total: Charge;
  /** The part of the total that is an estimate. */
  readonly estimated: Charge;
  /** The part of the total that the platform reports for the time before metering began. */
  readonly reported: Charge;
  /** The part of the running month that is in no metered hour; `null` if it is less than a cent. */
  readonly beyondHours: ChargeWithEstimate | null;
  /** Intervals without data, because no poll took place or the history has expired. */
  readonly missing: readonly (Interval & { readonly target: TargetId })[];
  /** The longest time for which a target had an unknown price. */
  readonly gap: Span;
  /** The coverage of each target, up to its last poll. */
  readonly coverage: ReadonlyMap<TargetId, Coverage>;
};

/** The units of rollups, coarsest first; a stretch that is too short for one is read in the next. */
const units: readonly { readonly unit: PeriodUnit; readonly shortest: Span; readonly longest: Span }[] = [
  { unit: 'month', shortest: days(27), longest: days(32) },
  { unit: 'day', shortest: hours(22), longest: hours(26) },
  { unit: 'hour', shortest: milliseconds(1), longest: hours(1) },
];

/** Adds up the spend that accrued in a period, from open meters and closed rollups. */
export async function sumSpend(
  ledger: Pick<Ledger, 'head' | 'heads' | 'meters'>,
  { targets, from, until, by, now }: SpendQuestion,
): Promise<SpendAnswer> {
  const [only] = targets;
  const heads = targets.length === 1 && only ? [await ledger.head(only)] : await ledger.heads();
  const headOf = new Map(heads.flatMap((head) => (head ? [[head.target, head] as const] : [])));
  const newest = heads.reduce((last, head) => latest(last, head?.observation?.at ?? last), from);
  const askedUntil = until <= (now ?? newest) ? until : earliest(until, newest);
  const perTarget = await Promise.all(
    targets.map(async (target) => {
      const head = headOf.get(target);
      const interval = { from, until: computeAskedEnd(head, askedUntil) };
      const cover = await readRollups(ledger, target, head, interval, findLongestUnit(by));
      const beyond = beyondHours(head, interval);
      const coverage = computeCoverage(cover.taken, cover.left, interval);
      // The report covers the whole month, and an estimate the time before the first poll.
      return beyond === null
        ? { target, ...cover, coverage, beyond: nothingBeyond }
        : { target, ...cover, left: [], coverage: { ...coverage, known: coverage.span }, beyond };
    }),
  );
  const rows = new Map<string, SpendRow>();
  const add = (values: SpendRow['values'], part: ChargeWithEstimate): void => {
    const key = JSON.stringify(values);
    rows.set(key, { values, ...addCharged(toChargeWithEstimate(rows.get(key) ?? nothingCharged), part) });
  };
  let reported = noCharge;
  for (const { target, taken, beyond } of perTarget) {
    if (!beyond.charge.isZero())
      add(
        by.map((dimension) => getDimensionValue(dimension, target, null, reportedTags)),
        beyond,
      );
    for (const rollup of taken) {
      for (const { tags, ...share } of rollup.shares) {
        if (tags.kind === 'reported') reported = addCharges(reported, share.charge);
        add(
          by.map((dimension) => getDimensionValue(dimension, target, rollup.period, tags)),
          share,
        );
      }
    }
  }
  const sorted = [...rows.values()].sort((left, right) => right.charge.cmp(left.charge));
  const sum = sumCharged(sorted);
  return {
    rows: sorted,
    total: sum.charge,
    estimated: subtractCharges(
      getEstimatedCharge(sum),
      sumCharges(perTarget.map(({ beyond }) => beyond.confirmed)),
    ),
    reported,
    missing: perTarget.flatMap(({ target, left }) => left.map((interval) => ({ target, ...interval }))),
    beyondHours: fromACent(sumCharged(perTarget.map(({ beyond }) => beyond))),
    gap: milliseconds(Math.max(0, ...perTarget.map(gapOf))),
    coverage: new Map(perTarget.map(({ target, coverage }) => [target, coverage])),
  };
}

/** The maximum time between the polls of one run, which are not simultaneous. */
const oneRun = minutes(30);

/** Returns the last observation of a target that is gone or was just polled; otherwise `until`. */
export function computeAskedEnd(head: Head | undefined, until: Instant): Instant {
  const asOf = head?.observation?.at;
  if (asOf === undefined || asOf >= until) return until;
  return head?.failureScope === 'unlisted' || computeSpan(asOf, until) < oneRun ? asOf : until;
}

async function readRollups(
  ledger: Pick<Ledger, 'meters'>,
  target: TargetId,
  head: Head | undefined,
  { from, until }: Interval,
  longestUnit: PeriodUnit,
): Promise<Cover> {
  if (head?.observation == null || head.meters === null) return { taken: [], left: [{ from, until }] };
  const asOf: Instant = head.observation.at;
  const { hour, day, month } = head.meters;
  // The last closed periods stay in the head until the next turn writes them.
  const inHead = [month, day, hour, ...head.pendingWrites.meters];
  const parts: Rollup[] = [];
  let left: readonly Interval[] = from < until ? [{ from, until }] : [];
  for (const { unit, shortest, longest } of units.slice(places[longestUnit])) {
    const rollups = inHead.filter(({ period }) => period.unit === unit);
    const now = coverTime(left, rollups, asOf);
    const long = now.left.filter((stretch) => computeSpan(stretch.from, stretch.until) >= shortest);
    const read = await Promise.all(
      // A period that began earlier may be counted only from the first poll in it.
      long.map((stretch) => ledger.meters(target, unit, earlier(stretch.from, longest), stretch.until)),
    );
    const past = coverTime(now.left, read.flat(), asOf);
    parts.push(...now.taken, ...past.taken);
    left = past.left;
  }
  return { taken: parts, left };
}

const places: Readonly<Record<PeriodUnit, number>> = { month: 0, day: 1, hour: 2 };

/** Returns the coarsest unit that can be read for the dimensions. */
const findLongestUnit = (by: readonly Dimension[]): PeriodUnit =>
  by.reduce<PeriodUnit>(
    (finest, dimension) =>
      dimension.kind === 'period' && places[dimension.unit] > places[finest] ? dimension.unit : finest,
    'month',
  );

const gapOf = ({
  taken,
  coverage,
}: {
  readonly taken: readonly Rollup[];
  readonly coverage: Coverage;
}): Span =>
  isWhole(coverage) ? milliseconds(0) : milliseconds(taken.reduce((sum, { gap }) => sum + gap, 0));

function getDimensionValue(
  dimension: Dimension,
  target: TargetId,
  period: Period | null,
  tags: Tags,
): string | null {
  switch (dimension.kind) {
    case 'target':
      return target;
    case 'tag':
      return tags[dimension.tag];
    case 'metadata':
      return tags.metadata?.[dimension.key] ?? null;
    case 'period':
      return period && isoInstant(findPeriod(dimension.unit, period.from, dimension.zone).from);
    default:
      return assertNever(dimension);
  }
}

/** Rollups that cover a period, and the intervals that none of them covers. */
type Cover = { readonly taken: readonly Rollup[]; readonly left: readonly Interval[] };

/** Takes the rollups that lie completely within the intervals left, without overlap. Open ones are counted up to `asOf`. */
function coverTime(left: readonly Interval[], rollups: readonly Rollup[], asOf: Instant): Cover {
  const parts: Rollup[] = [];
  let stretches = left;
  for (const rollup of rollups) {
    // A rollup has no charges from before it was first counted, so that time is left to others.
    const { period, since } = rollup;
    const covered = { from: latest(period.from, since), until: earliest(period.until, asOf) };
    const containing = stretches.find(({ from, until }) => from <= covered.from && covered.until <= until);
    if (containing === undefined || covered.from >= covered.until) continue;
    parts.push(rollup);
    stretches = stretches.flatMap((stretch) =>
      stretch === containing ? without(stretch, covered) : [stretch],
    );
  }
  return { taken: parts, left: stretches };
}

const without = ({ from, until }: Interval, covered: Interval): Interval[] =>
  [
    { from, until: covered.from },
    { from: covered.until, until },
  ].filter((rest) => rest.from < rest.until);
