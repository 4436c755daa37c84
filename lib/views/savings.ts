import type { ActionKind } from '../model/action-kind.ts';
import { accountTarget, type RuleName, type Subject, type TargetId } from '../model/ids.ts';
import type { JournalEntry } from '../model/journal.ts';
import {
  addMoney,
  charge,
  chargeToMoney,
  type HourlyPrice,
  type Money,
  noMoney,
  sumPrices,
} from '../model/money/money.ts';
import type { Interval } from '../model/time/period.ts';
import { between, earliest, type Instant, latest } from '../model/time/time.ts';
import type { LogLine } from './actions.ts';
import { type Fall, fallsIn, type HourlyRate } from './measured-falls.ts';

type Done = {
  readonly target: TargetId;
  readonly subject: Subject;
  readonly rule: RuleName;
  /** Who ordered or approved it; `null` when the rule alone did. */
  readonly by: string | null;
  /** What the resource cost an hour; `null` when the platform gave no price. */
  readonly price: HourlyPrice | null;
};

/** A charge that ended, since what was charged for is gone. */
export type Avoided = Done & {
  readonly endedAt: Instant;
  /** What shows it, as the log has it. */
  readonly evidence: string;
  /** What it would have come to by now at that price, had nobody ended it; `null` without a price. */
  readonly since: Money | null;
};

/** A rest that saved nothing: it was billed as if it ran. */
export type NotSaved = Done & {
  readonly act: ActionKind;
  readonly from: Instant;
  readonly until: Instant;
  readonly isOver: boolean;
  readonly billed: Money | null;
};

/** What a month's acts were worth. The three are never added up. */
export type Savings = {
  readonly interval: Interval;
  readonly avoided: readonly Avoided[];
  readonly measured: readonly Fall[];
  readonly notSaved: readonly NotSaved[];
  readonly totals: {
    /** Dollars an hour that are no longer charged. */
    readonly avoided: HourlyPrice;
    readonly avoidedSince: Money;
    readonly notSaved: Money;
  };
};

export type SavingsFacts = {
  /** The log of acts, from long before the month: what rests in it may have come to rest before. */
  readonly lines: readonly LogLine[];
  /** What each billing account cost in the hours of the time. */
  readonly rates: ReadonlyMap<TargetId, readonly HourlyRate[]>;
  /** The billing account that a project's charges go to. */
  readonly accountOf: (target: TargetId) => Parameters<typeof accountTarget>[0] | null;
  readonly interval: Interval;
  readonly now: Instant;
};

/** What really ended, what the account's own rate shows, and what was stopped and goes on being billed. */
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
        acts.filter((line) => ofAccount(line, accountOf) === account),
      ),
    ),
    totals: {
      avoided: sumPrices(avoided.flatMap(({ price }) => price ?? [])),
      avoidedSince: sum(avoided.map(({ since }) => since)),
      notSaved: sum(notSaved.map(({ billed }) => billed)),
    },
  };
}

const ofAccount = ({ target }: LogLine, accountOf: SavingsFacts['accountOf']): TargetId | null => {
  const account = accountOf(target);
  return account === null ? null : accountTarget(account);
};

const isWithin = (at: Instant, { from, until }: Interval): boolean => from <= at && at < until;
const isDone = ({ event, act }: JournalEntry): boolean =>
  event === 'confirmed' && (act === 'terminate' || act === 'stop' || act === 'power-off');

const sum = (amounts: readonly (Money | null)[]): Money =>
  amounts.reduce<Money>((total, amount) => (amount === null ? total : addMoney(total, amount)), noMoney);

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
  const { event, act, at, because } = line;
  if (event !== 'confirmed' || act !== 'terminate' || !isWithin(at, interval)) return [];
  const done = doneBy(line);
  return [{ ...done, endedAt: at, evidence: because, since: costOf(done.price, at, interval.until) }];
}

const endsRest: ReadonlySet<JournalEntry['event']> = new Set(['started-again', 'ended']);

/** The rest that a stop of ours began, as far as it lies in the time. */
function restAfter(line: LogLine, after: readonly LogLine[], { from, until }: Interval): NotSaved[] {
  const { event, act, at, subject } = line;
  if (event !== 'confirmed' || (act !== 'stop' && act !== 'power-off')) return [];
  const end = after.find((next) => next.subject === subject && endsIt(next))?.at;
  const rest = { from: latest(at, from), until: end === undefined ? until : earliest(end, until) };
  if (rest.from >= rest.until) return [];
  const done = doneBy(line);
  const billed = costOf(done.price, rest.from, rest.until);
  return [{ ...done, act, ...rest, isOver: end !== undefined && end <= until, billed }];
}

/** Whatever is confirmed next but an image ends a rest: it is started, gone, or was stopped once more. */
const endsIt = ({ event, act }: LogLine): boolean =>
  endsRest.has(event) || (event === 'confirmed' && act !== 'image');
