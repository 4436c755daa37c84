import type { TargetId } from '../../../../lib/model/ids.ts';
import { days, hours, type Instant, later } from '../../../../lib/model/time/time.ts';
import type { Rule } from '../../../../lib/rules/terms.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { Observer } from '../../observer.ts';
import { isCalm } from '../../scenario.ts';
import { readNanos, toNanos } from '../../world/bill.ts';
import { showsBirth, showsPrice } from '../../world/true-resource.ts';
import { startsAs } from '../true-protection.ts';
import type { Case } from '../violation.ts';
import type { Matter, Shown } from './matter.ts';

const oneHour = hours(1);

/** Each closed whole hour with its average cost, in nano-dollars an hour. */
export type HourBook = {
  of(target: TargetId): readonly { readonly from: Instant; readonly rate: bigint }[];
};

/** Records hours from heads; other oracles check those figures against the bill. */
export function hourBook(): Observer & HourBook {
  const books = new Map<TargetId, { from: Instant; rate: bigint }[]>();
  return {
    of: (target) => books.get(target) ?? [],
    committed(process, { target, pendingWrites }) {
      if (process.job !== 'watch') return;
      const book = books.get(target) ?? [];
      books.set(target, book);
      for (const { period, since, gap, charge } of pendingWrites.meters)
        if (period.unit === 'hour' && gap === 0 && since <= period.from)
          book.push({ from: period.from, rate: readNanos(charge.toFixed()) / BigInt(oneHour) });
    },
  };
}

/** Returns the conditions that rules on figures should report, between two bounds that leave no doubt. */
export function figureMatters(shown: Shown, facts: Case, book: HourBook): readonly Matter[] {
  const { head, policy } = shown;
  return policy.rules.flatMap((rule): Matter | [] => {
    if (rule.kind !== 'anomaly' && rule.kind !== 'reconcile') return [];
    if (!isMeant(rule, head)) return [];
    const about = { rule, subject: head.target, tags: [] };
    const truth = rule.kind === 'anomaly' ? unusual(rule, shown, book) : apart(rule, shown, facts);
    return { ...about, truth };
  });
}

function isMeant({ match }: Rule, { target }: Head): boolean {
  const name = target.slice(target.indexOf('/') + 1);
  return target.startsWith('account/')
    ? match.account !== undefined && startsAs(match.account, name)
    : match.account === undefined && (match.project === undefined || startsAs(match.project, name));
}

type AnomalyRule = Extract<Rule, { kind: 'anomaly' }>;

/** Judges an anomaly: for any hours of comparison, the median lies between the cheapest and the most expensive. */
function unusual(
  { factor, deviations, least, needs }: AnomalyRule,
  { head, before, at, seen, poll }: Shown,
  book: HourBook,
): Matter['truth'] {
  const hour = before?.meters?.hour;
  if (hour === undefined || hour.period.until > at) return 'not-shown';
  // An hour that closed in this turn is not used yet.
  const known = book.of(head.target).filter(({ from }) => from >= at - days(29) && from + oneHour < at);
  const ofWeek = known.filter(({ from }) => from >= at - days(7)).length;
  if (ofWeek < needs && known.length < 3) return 'not-shown';
  const rate = head.observation?.kind === 'account' ? (poll.account?.burnRate ?? 0n) : rateOf(seen);
  const rates = known.map((one) => one.rate).sort((left, right) => (left < right ? -1 : 1));
  const low = rates[0] ?? 0n;
  const high = rates.at(-1) ?? 0n;
  const more = readNanos(least.toFixed());
  const times = BigInt(Math.round(factor * 100));
  if (rate < low + more || rate * 100n < low * times) return 'clear';
  const spread = BigInt(Math.ceil(deviations * 2)) * (high - low + 1n);
  const isCertain = rate > high + more && rate * 100n > high * times && rate > high + spread;
  return isCertain && ofWeek >= needs + 2 ? 'breached' : 'either';
}

const rateOf = (seen: Shown['seen']): bigint =>
  [...seen.values()].reduce((sum, { price }) => sum + price, 0n);

type ReconcileRule = Extract<Rule, { kind: 'reconcile' }>;

/**
 * Judges a difference: without faults, and with creation times and prices shown, accrued and reported spend are
 * equal, but for what has gone: it accrues until the next poll.
 */
function apart(
  { least, percent }: ReconcileRule,
  { head, at }: Shown,
  { scenario, world }: Case,
): Matter['truth'] {
  if (head.observation?.kind !== 'project' || !isCalm(scenario)) return 'either';
  const own = world.resources.filter(({ project }) => `project/${project}` === head.target);
  if (!own.every((resource) => showsPrice(resource) && showsBirth(resource))) return 'either';
  if (head.report === null) return 'clear';
  const { amount, from } = head.report.spend;
  const carriedOn = own
    .filter(({ goneAt }) => goneAt !== null && goneAt <= at && later(goneAt, scenario.poll) >= from)
    .reduce((sum, { price }) => sum + toNanos(price * BigInt(scenario.poll)) + 1n, 0n);
  const isLittle =
    carriedOn < readNanos(least.toFixed()) ||
    carriedOn * 100n <= readNanos(amount.toFixed()) * BigInt(percent);
  return isLittle ? 'clear' : 'either';
}
