import type { ActionKind } from '../model/action-kind.ts';
import type { RuleName, Subject, TargetId } from '../model/ids.ts';
import {
  charge,
  chargeToMoney,
  type HourlyPrice,
  type Money,
  sumMoney,
  sumPrices,
} from '../model/money/money.ts';
import type { Interval } from '../model/time/period.ts';
import { between, earliest, type Instant, latest } from '../model/time/time.ts';
import type { JournalEntry } from '../state/journal.ts';
import type { LogLine } from './actions.ts';
import { type Fall, fallsIn, type HourlyRate } from './measured-falls.ts';

type Done = {
  readonly target: TargetId;
  readonly subject: Subject;
  readonly rule: RuleName;
  /** The person who ordered or approved it; `null` for an action without approval. */
  readonly by: string | null;
  /** The resource's hourly price; `null` when the platform reported none. */
  readonly price: HourlyPrice | null;
};

/** A charge that ended because its resource was deleted. */
export type Avoided = Done & {
  readonly endedAt: Instant;
  /** The evidence of the deletion, from the audit log. */
  readonly evidence: string;
  /** The charge that it would have caused by now at that price; `null` without a price. */
  readonly since: Money | null;
};

/** A stop after which the resource still had a price, or an unknown one. */
export type NotSaved = Done & {
  readonly action: ActionKind;
  readonly from: Instant;
  readonly until: Instant;
  readonly isOver: boolean;
  readonly billed: Money | null;
};

/** The savings of a month's actions. The three figures overlap and are never added up. */
export type Savings = {
  readonly interval: Interval;
  readonly avoided: readonly Avoided[];
  readonly measured: readonly Fall[];
  readonly notSaved: readonly NotSaved[];
  readonly totals: {
    /** The hourly price that is no longer charged. */
    readonly avoided: HourlyPrice;
    readonly avoidedSince: Money;
    readonly notSaved: Money;
  };
};

export type SavingsFacts = {
  /** The audit log, from well before the month: a resource may have been stopped before it began. */
  readonly lines: readonly LogLine[];
  /** The hourly rates of each billing account in the interval. */
  readonly rates: ReadonlyMap<TargetId, readonly HourlyRate[]>;
  /** Returns the billing account that a project is charged to. */
  readonly accountOf: (target: TargetId) => TargetId | null;
  readonly interval: Interval;
  readonly now: Instant;
};

/** Returns the charges that ended, the measured falls of the account's rate, and the stops after which charges go on. */
export function savingsOf({ lines, rates, accountOf, interval, now }: SavingsFacts): Savings {
  const until = earliest(interval.until, latest(now, interval.from));
  const known = { from: interval.from, until };
  const log = lines.toSorted((left, right) => left.at - right.at);
  const avoided = log.flatMap((line) => avoidedBy(line, known));
  const notSaved = log.flatMap((line, index) => restAfter(line, log.slice(index + 1), known));
  const acts = log.filter((line) => isDone(line) && isWithin(line.at, known));
  return {
    interval: known,
    avoided,
    notSaved,
    measured: [...rates].flatMap(([account, hours]) =>
      fallsIn(
        account,
        hours,
        acts.filter((line) => accountOf(line.target) === account),
      ),
    ),
    totals: {
      avoided: sumPrices(avoided.flatMap(({ price }) => price ?? [])),
      avoidedSince: sumMoney(avoided.flatMap(({ since }) => since ?? [])),
      notSaved: sumMoney(notSaved.flatMap(({ billed }) => billed ?? [])),
    },
  };
}

const isWithin = (at: Instant, { from, until }: Interval): boolean => from <= at && at < until;
const isDone = ({ event, action }: JournalEntry): boolean =>
  event === 'confirmed' && (action === 'terminate' || action === 'stop' || action === 'power-off');

const costOf = (price: HourlyPrice | null, from: Instant, until: Instant): Money | null =>
  price && chargeToMoney(charge(price, between(from, until)));

const doneBy = ({ target, subject, rule, by, price }: LogLine): Done => ({
  target,
  subject,
  rule,
  by: by ?? null,
  price: price ?? null,
});

function avoidedBy(line: LogLine, interval: Interval): Avoided[] {
  const { event, action, at, because } = line;
  if (event !== 'confirmed' || action !== 'terminate' || !isWithin(at, interval)) return [];
  const done = doneBy(line);
  return [{ ...done, endedAt: at, evidence: because, since: costOf(done.price, at, interval.until) }];
}

const endsRest: ReadonlySet<JournalEntry['event']> = new Set(['started-again', 'ended']);

/** Returns the time that a resource stayed stopped after our action, as far as it lies in the interval. */
function restAfter(line: LogLine, after: readonly LogLine[], { from, until }: Interval): NotSaved[] {
  const { event, action, at, subject } = line;
  if (event !== 'confirmed' || (action !== 'stop' && action !== 'power-off')) return [];
  const end = after.find((next) => next.subject === subject && endsIt(next))?.at;
  const rest = { from: latest(at, from), until: end === undefined ? until : earliest(end, until) };
  if (rest.from >= rest.until) return [];
  const done = doneBy(line);
  if (done.price?.isZero()) return [];
  const billed = costOf(done.price, rest.from, rest.until);
  return [{ ...done, action, ...rest, isOver: end !== undefined && end <= until, billed }];
}

/** Reports whether an entry ends the stop: a start, a deletion, or another stop. An image does not end it. */
const endsIt = ({ event, action }: LogLine): boolean =>
  endsRest.has(event) || (event === 'confirmed' && action !== 'image');
