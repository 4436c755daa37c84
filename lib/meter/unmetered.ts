import type { Meter } from '../model/money/meter.ts';
import {
  addCharges,
  type Charge,
  moneyToCharge,
  noCharge,
  partOfCharge,
  subtractCharges,
} from '../model/money/money.ts';
import {
  chargedToDate,
  leastUnmetered,
  type PlatformReport,
  type UnmeteredCharges,
  type UnmeteredDays,
} from '../model/money/spend.ts';
import { findPeriod } from '../model/time/period.ts';
import { computeSpan, earliest, type Instant, instant, latest } from '../model/time/time.ts';
import { withoutUnwatched } from './unwatched.ts';

type Input = {
  readonly report: PlatformReport | null;
  /** The running month, as it was metered. */
  readonly month: Meter;
  /** The time when metering began; `null` where that is unknown. */
  readonly measuredSince: Instant | null;
  readonly zone: string;
  /** The time from which days are kept. */
  readonly keptFrom: Instant;
};

/**
 * Returns by day what the platform bills beyond the meters: charges without a price of their own, and hours without a
 * poll. A bill covers the whole month, so its growth is spread over the time since the last comparison. `null` where
 * the excess never reached `leastUnmetered`. Nothing changes while the month is not metered from its start, or has no
 * report.
 */
export function followUnmetered(previous: UnmeteredCharges | null, input: Input): UnmeteredCharges | null {
  const { report, month, measuredSince, zone, keptFrom } = input;
  const kept = previous && { ...previous, days: previous.days.filter(({ from }) => from >= keptFrom) };
  if (report === null || month.since > month.period.from) return kept;
  const excess = subtractCharges(chargedToDate(withoutUnwatched(report)), month.charge);
  const ofMonth = excess.gt(noCharge) ? excess : noCharge;
  if (previous === null && ofMonth.lt(moneyToCharge(leastUnmetered))) return null;
  const { from: start } = month.period;
  const isSameMonth = previous?.month === start;
  const begins = previous === null ? latest(measuredSince ?? start, start) : start;
  const from = previous !== null && isSameMonth ? previous.until : begins;
  const until = latest(from, earliest(report.spend.until, month.period.until));
  const grown = isSameMonth ? subtractCharges(ofMonth, previous?.ofMonth ?? noCharge) : ofMonth;
  const days = grown.lt(noCharge)
    ? withLess(kept?.days ?? [], subtractCharges(noCharge, grown))
    : withMore(kept?.days ?? [], grown, { from, until }, zone);
  return {
    // Before metering began, all spend is what the platform reported.
    since: previous?.since ?? (begins > start ? instant(0) : start),
    month: start,
    until,
    ofMonth,
    days: days.filter((day) => day.from >= keptFrom),
  };
}

/** Spreads an amount evenly over a time, and adds its parts to the days of that time. */
function withMore(
  days: UnmeteredCharges['days'],
  amount: Charge,
  { from, until }: { readonly from: Instant; readonly until: Instant },
  zone: string,
): UnmeteredCharges['days'] {
  if (amount.isZero()) return days;
  const charges = new Map(days.map((day) => [day.from, day.charge]));
  let remaining = amount;
  for (let at = from; ; ) {
    const day = findPeriod('day', at, zone);
    const isLast = day.until >= until;
    const part = isLast
      ? remaining
      : partOfCharge(amount, computeSpan(at, day.until), computeSpan(from, until));
    charges.set(day.from, addCharges(charges.get(day.from) ?? noCharge, part));
    remaining = subtractCharges(remaining, part);
    if (isLast) break;
    at = day.until;
  }
  return [...charges]
    .map(([start, charge]) => ({ from: start, charge }))
    .toSorted((left, right) => left.from - right.from);
}

/** Takes an amount that is no longer billed from the newest days. */
function withLess(days: UnmeteredCharges['days'], amount: Charge): UnmeteredCharges['days'] {
  let remaining = amount;
  return days
    .toReversed()
    .map(({ from, charge }) => {
      const taken = remaining.lt(charge) ? remaining : charge;
      remaining = subtractCharges(remaining, taken);
      return { from, charge: subtractCharges(charge, taken) };
    })
    .toReversed();
}

/** Adds up what was billed beyond the meters of several targets. */
export function sumOfUnmetered(all: readonly UnmeteredDays[]): UnmeteredDays | undefined {
  if (all.length === 0) return undefined;
  const charges = new Map<Instant, Charge>();
  for (const { from, charge } of all.flatMap(({ days }) => days))
    charges.set(from, addCharges(charges.get(from) ?? noCharge, charge));
  return {
    since: all.reduce((newest, { since }) => latest(newest, since), instant(0)),
    days: [...charges]
      .map(([from, charge]) => ({ from, charge }))
      .toSorted((left, right) => left.from - right.from),
  };
}
