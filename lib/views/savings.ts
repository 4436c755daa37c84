import type { ActionKind } from '../model/action-kind.ts';
import type { RuleName, Subject, TargetId } from '../model/ids.ts';
import {
  charge,
  chargeToMoney,
  type HourlyPrice,
  lessPrice,
  type Money,
  sumMoney,
  sumPrices,
} from '../model/money/money.ts';
import type { Interval } from '../model/time/period.ts';
import { computeSpan, earliest, hours, type Instant, later, latest } from '../model/time/time.ts';
import type { JournalEntry } from '../state/journal.ts';
import type { LogLine } from './actions.ts';

type Done = {
  readonly target: TargetId;
  readonly subject: Subject;
  /** The name of its resource; absent if it equals the id, or the resource is no longer known. */
  readonly name?: string | undefined;
  readonly rule: RuleName;
  /** The person who ordered or approved it; `null` for an action without approval. */
  readonly by: string | null;
  /** The hourly price of the resource; `null` if the platform reported none. */
  readonly price: HourlyPrice | null;
  /** True if that price is an estimate, and so every amount computed from it. */
  readonly isEstimate: boolean;
};

/** A charge that ended: that of a deleted resource, or the fall in price of a stopped one. */
export type AvoidedCharge = Done & {
  readonly action: ActionKind;
  readonly endedAt: Instant;
  /** The end of a stop that is over; `null` while the charge has not resumed. */
  readonly until: Instant | null;
  /** The evidence of the action, from the audit log. */
  readonly evidence: string;
  /** The charge that it would have caused until then; `null` without a price. */
  readonly since: Money | null;
};

/** A stop after which the resource still had a price, or an unknown one. */
export type UnsavedStop = Done & {
  readonly action: ActionKind;
  readonly from: Instant;
  readonly until: Instant;
  readonly isOver: boolean;
  readonly billed: Money | null;
};

/** The savings of a month's actions. The three figures overlap and are never added up. */
export type Savings = {
  readonly interval: Interval;
  readonly avoided: readonly AvoidedCharge[];
  readonly measured: readonly RateFall[];
  readonly notSaved: readonly UnsavedStop[];
  readonly totals: {
    /** The hourly price that is no longer charged. */
    readonly avoided: HourlyPrice;
    readonly avoidedSince: Money;
    readonly notSaved: Money;
    /** True if any of these is an estimate. */
    readonly isEstimate: boolean;
  };
};

export type SavingsFacts = {
  /** The audit log from well before the month, because a resource may have been stopped earlier. */
  readonly lines: readonly LogLine[];
  /** The hourly rates of each billing account in the interval. */
  readonly rates: ReadonlyMap<TargetId, readonly HourlyRate[]>;
  /** Returns the billing account that a project is charged to. */
  readonly accountOf: (target: TargetId) => TargetId | null;
  readonly interval: Interval;
  readonly now: Instant;
};

/** Returns the charges that ended, the measured falls of account rates, and the stops with continuing charges. */
export function computeSavings({ lines, rates, accountOf, interval, now }: SavingsFacts): Savings {
  const until = earliest(interval.until, latest(now, interval.from));
  const period = { from: interval.from, until };
  const log = lines.toSorted((left, right) => left.at - right.at);
  const rests = log.flatMap((line, index) => findRestPeriod(line, log.slice(index + 1), period));
  const avoided = [
    ...log.flatMap((line) => findEndedCharge(line, period)),
    ...rests.flatMap(computeAvoidedCharge),
  ].toSorted((left, right) => left.endedAt - right.endedAt);
  const notSaved = rests.flatMap(findUnsavedStop);
  const acts = log.filter((line) => isDone(line) && isInInterval(line.at, period));
  return {
    interval: period,
    avoided,
    notSaved,
    measured: [...rates].flatMap(([account, hours]) =>
      computeRateFalls(
        account,
        hours,
        acts.filter((line) => accountOf(line.target) === account),
      ),
    ),
    totals: {
      avoided: sumPrices(avoided.flatMap(({ price, until: end }) => (end === null ? (price ?? []) : []))),
      avoidedSince: sumMoney(avoided.flatMap(({ since }) => since ?? [])),
      notSaved: sumMoney(notSaved.flatMap(({ billed }) => billed ?? [])),
      isEstimate: [...avoided, ...notSaved].some(({ isEstimate }) => isEstimate),
    },
  };
}

const isInInterval = (at: Instant, { from, until }: Interval): boolean => from <= at && at < until;
const isDone = ({ event, action }: JournalEntry): boolean =>
  event === 'confirmed' && (action === 'terminate' || action === 'stop' || action === 'power-off');

const computeCost = (price: HourlyPrice | null, from: Instant, until: Instant): Money | null =>
  price && chargeToMoney(charge(price, computeSpan(from, until)));

const buildDoneAction = ({ target, subject, name, rule, by, price, isEstimate }: LogLine): Done => ({
  target,
  subject,
  name,
  rule,
  by: by ?? null,
  price: price ?? null,
  isEstimate: isEstimate === true,
});

/** Returns the charge that a deletion ended. */
function findEndedCharge(line: LogLine, interval: Interval): AvoidedCharge[] {
  const { event, action, at, because: evidence } = line;
  if (event !== 'confirmed' || action !== 'terminate' || !isInInterval(at, interval)) return [];
  const done = buildDoneAction(line);
  const since = computeCost(done.price, at, interval.until);
  return [{ ...done, action, endedAt: at, until: null, evidence, since }];
}

const endsRest: ReadonlySet<JournalEntry['event']> = new Set(['started-again', 'ended']);

/** The part of the interval in which a resource stayed stopped after an action by spendwatch. */
type Rest = Interval & { readonly line: LogLine; readonly action: ActionKind; readonly isOver: boolean };

function findRestPeriod(line: LogLine, after: readonly LogLine[], { from, until }: Interval): Rest[] {
  const { event, action, at, subject } = line;
  if (event !== 'confirmed' || (action !== 'stop' && action !== 'power-off')) return [];
  const end = after.find((next) => next.subject === subject && endsIt(next))?.at;
  const rest = { from: latest(at, from), until: end === undefined ? until : earliest(end, until) };
  if (rest.from >= rest.until) return [];
  return [{ line, action, ...rest, isOver: end !== undefined && end <= until }];
}

/** Returns the fall in price by a stop; empty if none was observed. */
function computeAvoidedCharge({ line, action, from, until, isOver }: Rest): AvoidedCharge[] {
  const { priceBefore, because: evidence } = line;
  const done = buildDoneAction(line);
  if (priceBefore === undefined || done.price === null) return [];
  const price = lessPrice(priceBefore, done.price);
  const since = computeCost(price, from, until);
  return [{ ...done, price, action, endedAt: from, until: isOver ? until : null, evidence, since }];
}

function findUnsavedStop({ line, ...rest }: Rest): UnsavedStop[] {
  const done = buildDoneAction(line);
  if (done.price?.isZero()) return [];
  return [{ ...done, ...rest, billed: computeCost(done.price, rest.from, rest.until) }];
}

/** True if an entry ends a stop: a start, a deletion, or another stop. An image does not end it. */
const endsIt = ({ event, action }: LogLine): boolean =>
  endsRest.has(event) || (event === 'confirmed' && action !== 'image');

/** The rate of a billing account in one hour, as the platform reported it. */
export type HourlyRate = { readonly from: Instant; readonly rate: HourlyPrice };

/** The account's rate before and after some actions. It includes all other changes in that time. */
export type RateFall = {
  readonly account: TargetId;
  readonly subjects: readonly Subject[];
  /** The last full hour before the first action. */
  readonly before: HourlyRate;
  /** The first full hour after the last action. */
  readonly after: HourlyRate;
  /** The difference; zero if the rate did not fall. */
  readonly fall: HourlyPrice;
};

/** The time before a confirmed action in which it may already have taken effect. */
const margin = hours(1);

/** Returns the falls of an account's rate around actions. Actions less than three hours apart share one fall. */
function computeRateFalls(
  account: TargetId,
  rates: readonly HourlyRate[],
  acts: readonly LogLine[],
): readonly RateFall[] {
  const groups: { first: Instant; last: Instant; subjects: Subject[] }[] = [];
  for (const { at, subject } of acts) {
    const group = groups.at(-1);
    const isNear = group !== undefined && at < later(group.last, hours(3));
    if (isNear) {
      group.last = at;
      group.subjects.push(subject);
    } else groups.push({ first: at, last: at, subjects: [subject] });
  }
  return groups.flatMap(({ first, last, subjects }) => {
    const before = rates.findLast(({ from }) => later(from, hours(1)) <= first - margin);
    const after = rates.find(({ from }) => from >= last);
    if (before === undefined || after === undefined) return [];
    const fall = lessPrice(before.rate, after.rate);
    return [{ account, subjects: [...new Set(subjects)], before, after, fall }];
  });
}
