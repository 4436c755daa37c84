import { projectTarget, type TargetId, toTarget } from '../../../../lib/model/ids.ts';
import { type Money, money } from '../../../../lib/model/money/money.ts';
import {
  earlier,
  hours,
  type Instant,
  later,
  latest,
  milliseconds,
  type Span,
} from '../../../../lib/model/time/time.ts';
import type { BudgetFigures, BudgetRule } from '../../../../lib/rules/budget/terms.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { NotificationByKind } from '../../../../lib/state/notification.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import { isCalm } from '../../scenario.ts';
import { chargeOf, monthStart, type NanoCharge } from '../../world/bill.ts';
import { showsBirth, showsPrice, type TrueResource } from '../../world/true-resource.ts';
import { isMember } from '../money/sum-oracle.ts';
import { trueInterval } from '../money/true-interval.ts';
import { startsAs } from '../true-protection.ts';
import type { Case } from '../violation.ts';
import { newNotifications } from './new-notices.ts';
import type { SilenceBook } from './silence-book.ts';

type Covered = {
  /** Reports whether the budgets of a target are judged. */
  readonly judges?: (target: TargetId) => boolean;
  /** Returns the project of a resource, of its connection. */
  readonly targetsOf?: (resource: TrueResource) => readonly TargetId[];
};

/**
 * Checks invariant 8 for budgets of projects, accounts and groups against the true bill of the true period. The
 * platform's figures lag by up to two hours, and accrued ones may be too high by an hour and by the remainder of a
 * deletion; in between, any result is accepted.
 */
export function budgetAlertOracle(
  { accuse, world, scenario, now }: Case,
  silences: SilenceBook,
  { judges = () => true, targetsOf = ({ project }) => [projectTarget(null, project)] }: Covered = {},
): Observer {
  const calm = isCalm(scenario);
  const calmFrom = calm ? scenario.start : scenario.faults.quietFrom;
  const lag = (hours(2) + 3 * scenario.poll) as Span;
  const most = [...scenario.vms, ...scenario.things].reduce((sum, { price }) => sum + price, 0n);
  const excess: NanoCharge = most * BigInt(hours(calm ? 3 : 8));
  /** The resources that any list has shown, and the time when each target was first seen. */
  const known = new WeakSet<TrueResource>();
  const beganAt = new Map<TargetId, Instant>();

  return {
    listed: (_process, _project, _kind, shown) => {
      for (const resource of shown) known.add(resource);
    },
    committed(process, head, before) {
      const { observation } = head;
      if (process.job !== 'watch' || observation === null || observation === before?.observation) return;
      if (!beganAt.has(head.target)) beganAt.set(head.target, observation.at);
      if (!judges(head.target)) return;
      const { policy } = process.orders;
      for (const notice of newNotifications(head, before)) checkSaid(process, head, notice);
      for (const rule of policy.rules)
        if (rule.kind === 'budget' && speaksOf(rule, head.target)) checkNoneForgotten(process, head, rule);
    },
  };

  /** Returns the bill of some resources; `delay` is the time for which a new one may be uncharged. */
  function billWhere(isIt: (resource: TrueResource) => boolean, from: Instant, until: Instant, delay = 0) {
    let total = 0n;
    for (const resource of world.resources)
      if (isIt(resource))
        total += chargeOf(resource, latest(from, later(resource.createdAt, milliseconds(delay))), until);
    return total;
  }

  /** Returns the resources that a budget covers. */
  function members(rule: BudgetRule | undefined, target: TargetId): (resource: TrueResource) => boolean {
    const about = toTarget(target);
    if (about.kind === 'project') return (resource) => resource.project === about.project;
    if (about.kind === 'account' || rule === undefined) return () => true;
    return (resource) => targetsOf(resource).some((of) => isMember(rule, of));
  }

  function checkSaid(
    process: Process,
    head: Head,
    notice: ReturnType<typeof newNotifications>[number],
  ): void {
    const { policy } = process.orders;
    const { id } = notice;
    const rule = policy.rules.find(({ name }) => name === notice.rule);
    if (notice.kind !== 'alert' || notice.figures.kind !== 'budget') return;
    if (rule?.kind !== 'budget') {
      accuse(8, `${id} is said by a rule that there is not`);
      return;
    }
    checkBreach(rule, head, notice, notice.figures, policy.timezone);
    const { basis, spent, limit } = notice.figures;
    const isOver = basis !== 'forecast' && spent.gte(limit);
    const at = head.observation?.at ?? now();
    const isInhibited = silences.isInhibited(process, head.target, at) === 'yes';
    if (notice.severity !== 'critical' && !isOver && isInhibited)
      accuse(8, `${id} was said, although the account's credit is what matters`);
  }

  function checkBreach(
    rule: BudgetRule,
    head: Head,
    { id, severity }: NotificationByKind<'alert'>,
    { period, threshold, basis }: BudgetFigures,
    zone: string,
  ): void {
    const is = trueInterval(rule.period, head.observation?.at ?? now(), zone);
    if (period.from !== is.from || period.until !== is.until)
      accuse(
        9,
        `${id} is for ${period.from} to ${period.until}, and should be for ${is.from} to ${is.until}`,
      );
    // The platform's months are in UTC, and the policy's in its time zone.
    const first = earlier(monthStart(later(period.from, hours(15))), hours(15));
    const from = rule.period.kind === 'month' && rule.period.startsOn === 1 ? first : period.from;
    const toCome = basis === 'forecast' ? most * BigInt(Math.max(0, is.until - now())) : 0n;
    const spent = billWhere(members(rule, head.target), from, now()) + excess + toCome;
    const reached = inNanoCharge(threshold ?? money('0'));
    // What nothing but a report explains may warn, and never more.
    if (spent * (scenario.billsTwice ? 2n : 1n) < reached)
      accuse(8, `${id} says that ${threshold} is reached at ${spent}`);
    else if (spent < reached && severity === 'critical')
      accuse(27, `${id} is critical at ${threshold}, and ${spent} was spent`);
  }

  function checkNoneForgotten(process: Process, head: Head, rule: BudgetRule): void {
    const at = head.observation?.at ?? now();
    const zone = process.orders.policy.timezone;
    const is = trueInterval(rule.period, at, zone);
    const isReported = rule.period.kind === 'month' && rule.period.startsOn === 1;
    const spent = isReported ? leastReported(head, rule) : leastAccrued(head, rule, is.from, at);
    if (spent === null) return;
    const reached = rule.thresholds.filter((threshold) => spent >= inNanoCharge(threshold)).at(-1);
    if (reached === undefined) return;
    const level = reached.div(rule.limit).times(100).toNumber();
    const about = { rule: rule.name, subject: head.target };
    if (silences.isSilenced(process, about, at)) return;
    if (level < 100 && silences.isInhibited(process, head.target, at) !== 'no') return;
    const said = head.alerts.find(
      ({ key }) => key.startsWith(`${head.target}#${rule.name}#${is.name}/`) && !key.endsWith('/forecast'),
    )?.lastNotified;
    if ((said?.level ?? 0) < level - 1e-3)
      accuse(8, `${rule.name} says nothing of ${level} % in ${head.target}, where ${spent} was spent`);
  }

  /** Returns the spend that the platform has reported for long, with what accrued since. */
  function leastReported({ target }: Head, rule: BudgetRule): NanoCharge | null {
    if (now() - calmFrom < hours(3)) return null;
    const month = monthStart(now());
    if (now() - month < hours(18) || monthStart(later(now(), hours(18))) !== month) return null;
    // The platform is asked for spend since the start of the policy's month, which may be half a day later.
    const zones = scenario.policies.map(({ policy }) => policy.timezone);
    const from = zones.reduce(
      (last, zone) => latest(last, trueInterval(rule.period, now(), zone).from),
      month,
    );
    const isMember = members(rule, target);
    const isAccount = toTarget(target).kind === 'account';
    const isExact = rule.basis === 'to-date' && calm;
    const until = earlier(now(), isExact ? milliseconds(isAccount ? 2 * scenario.poll : 0) : lag);
    if (isAccount) return billWhere(isMember, from, until);
    return billWhere(
      (resource) => isMember(resource) && isDated(resource) && known.has(resource),
      from,
      until,
    );
  }

  /** Returns what accrued during monitoring, where no price was missing. */
  function leastAccrued({ target }: Head, rule: BudgetRule, from: Instant, at: Instant): NanoCharge | null {
    if (!calm || rule.basis === 'reported') return null;
    const about = toTarget(target);
    const isMember = members(rule, target);
    const isIt = (resource: TrueResource) => isMember(resource) && isDated(resource) && known.has(resource);
    const seenSince = about.kind === 'group' ? allSeenSince(rule) : beganAt.get(target);
    if (seenSince === undefined) return null;
    const delay = about.kind === 'account' ? scenario.poll : 0;
    return billWhere(isIt, latest(from, seenSince), earlier(at, milliseconds(delay)), delay);
  }

  function allSeenSince(rule: BudgetRule): Instant | undefined {
    const all = [...beganAt].filter(([id]) => isMember(rule, id));
    return all.map(([, at]) => at).sort((left, right) => right - left)[0];
  }
}

/** Reports whether a resource shows its creation time and its price. */
const isDated = (resource: TrueResource): boolean => showsBirth(resource) && showsPrice(resource);

/** Reports whether a budget applies to a target: a shared one to its group, any other to each target. */
function speaksOf({ match, shared, name }: BudgetRule, target: TargetId): boolean {
  const about = toTarget(target);
  if (about.kind === 'group') return shared && about.rule === name;
  if (shared) return false;
  const { project, account } = match;
  return about.kind === 'project'
    ? account === undefined && (project === undefined || startsAs(project, about.project))
    : account !== undefined && startsAs(account, about.account);
}

const nanoCharges = new WeakMap<Money, NanoCharge>();

/** Returns an amount in nano-dollars an hour times milliseconds, rounded down; thresholds are asked for at each commit. */
function inNanoCharge(amount: Money): NanoCharge {
  const known = nanoCharges.get(amount);
  if (known !== undefined) return known;
  const charge = BigInt(amount.times('3600000000000000').floor().toFixed());
  nanoCharges.set(amount, charge);
  return charge;
}
