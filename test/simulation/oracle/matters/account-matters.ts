import type { HourlyPrice, Money } from '../../../../lib/model/money/money.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';
import type { Rule } from '../../../../lib/rules/terms.ts';
import { adjustedAt, billOf, monthStart, readNanos, toNanos } from '../../world/bill.ts';
import type { AccountShown } from '../../world/witness.ts';
import type { World } from '../../world/world.ts';
import type { Owed, OwedBook } from '../alerts/owed-book.ts';
import { startsAs } from '../true-protection.ts';
import type { Matter, Shown } from './matter.ts';

const hour = 3_600_000;

/** Returns the conditions that rules on a target's rate, credit and state should report. */
export function targetMatters(shown: Shown, world: World, book: OwedBook): readonly Matter[] {
  const { head, poll, policy } = shown;
  if (head.observation?.kind === 'project')
    return policy.rules.flatMap((rule) => (rule.kind === 'rate' ? projectPace(rule, shown) : []));
  const { account } = poll;
  if (head.observation?.kind !== 'account' || account === null) return [];
  const owed = book.of(head.target);
  return policy.rules.flatMap((rule): Matter | readonly Matter[] => {
    if (rule.match.account === undefined) return [];
    const about = { rule, subject: head.target, tags: [] };
    switch (rule.kind) {
      case 'rate':
        return { ...about, ...accountPace(rule, shown, account, world) };
      case 'runway':
        return { ...about, ...runwayOf(rule, shown, account, world) };
      case 'account-state':
        return [
          { ...about, tags: ['#'], ...standingOf(account.state) },
          { ...about, tags: ['#invoice'], ...invoicesOf(owed) },
          { ...about, tags: ['#payment'], ...paymentOf(owed, account, world) },
        ];
      default:
        return [];
    }
  });
}

type RuleOf<Kind extends Rule['kind']> = Extract<Rule, { kind: Kind }>;
type Judged = Pick<Matter, 'truth'> & Partial<Pick<Matter, 'severity' | 'level'>>;

const nanos = (sum: Money | HourlyPrice): bigint => readNanos(sum.toFixed());

/** Judges a rate against a limit, in whole numbers: a rule's own limit is critical at twice its amount. */
function against(rate: bigint, limit: bigint, percent: number, isOwn: boolean): Judged {
  if (rate * 100n < limit * BigInt(percent)) return { truth: 'clear' };
  return { truth: 'breached', severity: rate >= (isOwn ? 2n * limit : limit) ? 'critical' : 'warning' };
}

function projectPace(rule: RuleOf<'rate'>, { head, seen }: Shown): Matter[] {
  const { match, limit } = rule;
  const project = head.target.slice('project/'.length);
  if (limit.kind !== 'hourly' || match.account !== undefined) return [];
  if (match.project !== undefined && !startsAs(match.project, project)) return [];
  let rate = 0n;
  for (const { price } of seen.values()) rate += price;
  return [{ rule, subject: head.target, tags: [], ...against(rate, nanos(limit.price), 100, true) }];
}

/** Returns what accrued since the account was last adjusted at the present rate, and its error. */
function sinceAdjusted(at: Instant, { burnRate, at: shownAt }: AccountShown, world: World) {
  const burnt = toNanos(burnRate * BigInt(at - adjustedAt(world, at)));
  const really = toNanos(billOf(world, null, adjustedAt(world, shownAt), shownAt));
  return { burnt, error: burnt > really ? burnt - really : really - burnt };
}

function accountPace({ limit }: RuleOf<'rate'>, { at }: Shown, account: AccountShown, world: World): Judged {
  const { plan } = world.ofAccount;
  if (limit.kind === 'hourly') return against(account.burnRate, nanos(limit.price), 100, true);
  if (limit.kind === 'share-of-hourly-limit')
    return plan.hourlyLimit === null
      ? { truth: 'clear' }
      : against(account.burnRate, plan.hourlyLimit, limit.percent, false);
  if (plan.monthlyLimit === null) return { truth: 'clear' };
  const spent = toNanos(billOf(world, null, monthStart(account.at), account.at));
  const { error } = sinceAdjusted(at, account, world);
  const least = against(spent - error - 2n, plan.monthlyLimit, limit.percent, false);
  const most = against(spent + error + 2n, plan.monthlyLimit, limit.percent, false);
  if (isOverAnAdjustment(at, account, world) || least.truth !== most.truth) return { truth: 'either' };
  return least.severity === most.severity ? least : { truth: least.truth };
}

/** Reports whether a poll began before an adjustment and was answered after it: its figures are of both. */
const isOverAnAdjustment = (at: Instant, { at: shownAt }: AccountShown, world: World): boolean =>
  adjustedAt(world, at) !== adjustedAt(world, shownAt);

/** Judges a runway by the true credit. */
function runwayOf(
  { thresholds }: RuleOf<'runway'>,
  { at }: Shown,
  account: AccountShown,
  world: World,
): Judged {
  const { plan } = world.ofAccount;
  if (plan.paymentTerms.includes('INVOICE')) return { truth: 'clear' };
  if (isOverAnAdjustment(at, account, world)) return { truth: 'either' };
  const { recharge } = plan;
  const { burnt, error } = sinceAdjusted(at, account, world);
  const credit = account.credit - burnt;
  // Where nothing is billed, the loss with credit depends on the resources that each project was last seen to hold.
  if (credit <= 0n && account.burnRate === 0n) return { truth: 'either' };
  const slack = error + 2n;
  // Credit slightly below the threshold of a recharge triggers one.
  if (recharge !== null && credit - slack > 0n)
    return { truth: account.credit >= recharge.low ? 'clear' : 'either' };
  const least = lasting(credit - slack, account.burnRate, thresholds);
  const most = lasting(credit + slack, account.burnRate, thresholds);
  if ((least.truth === 'clear') !== (most.truth === 'clear')) return { truth: 'either' };
  return least.level === most.level && least.severity === most.severity ? least : { truth: least.truth };
}

function lasting(credit: bigint, burnRate: bigint, thresholds: readonly number[]): Judged {
  if (credit <= 0n) return { truth: 'breached', severity: 'critical', level: thresholds.length + 1 };
  if (burnRate === 0n) return { truth: 'clear' };
  const isUnder = (span: number): boolean => credit * BigInt(hour) < burnRate * BigInt(span);
  const level = thresholds.filter(isUnder).length;
  if (level === 0) return { truth: 'clear' };
  const isInAWeek = credit * BigInt(hour) <= burnRate * BigInt(7 * 24 * hour);
  return { truth: 'breached', severity: isInAWeek ? 'critical' : 'warning', level };
}

function invoicesOf({ overdue }: Owed): Judged {
  if (overdue === undefined) return { truth: 'either' };
  return overdue.length === 0
    ? { truth: 'clear' }
    : { truth: 'breached', severity: 'critical', level: overdue.length };
}

/** Judges a payment: a failed recharge matters while credit is under its threshold. */
function paymentOf({ hasFailed }: Owed, { credit }: AccountShown, { ofAccount: { plan } }: World): Judged {
  if (hasFailed === undefined) return { truth: 'either' };
  if (hasFailed === null) return { truth: 'not-shown' };
  const isAwaited =
    !plan.paymentTerms.includes('INVOICE') && plan.recharge !== null && credit < plan.recharge.low;
  return hasFailed && isAwaited ? { truth: 'breached', severity: 'critical', level: 1 } : { truth: 'clear' };
}

const standings: Readonly<Record<string, number>> = {
  STATE_SUSPENDED_PAYMENT: 2,
  STATE_SUSPENDED_ABUSE: 3,
};

function standingOf(state: string): Judged {
  if (state === 'STATE_ACTIVE') return { truth: 'clear' };
  const level = standings[state];
  return level === undefined
    ? { truth: 'breached', severity: 'warning', level: 1 }
    : { truth: 'breached', severity: 'critical', level };
}
