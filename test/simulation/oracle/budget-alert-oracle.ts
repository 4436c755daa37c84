import type { Head } from '../../../lib/model/head.ts';
import { targetOf } from '../../../lib/model/ids.ts';
import type { BudgetRule } from '../../../lib/model/rule.ts';
import {
  days,
  earlier,
  hours,
  type Instant,
  later,
  latest,
  milliseconds,
  minutes,
  type Span,
} from '../../../lib/model/time.ts';
import type { Observer } from '../observer.ts';
import { isCalm } from '../scenario.ts';
import { billOf, datedBillOf, monthStart, type NanoCharge, readNanos } from '../world/bill.ts';
import { startsAs } from './true-protection.ts';
import type { Case } from './violation.ts';

/**
 * Invariant 8 for budgets, held against the true bill. The platform's figures lag by up to two hours,
 * and what is projected may be an hour and what a deletion leaves too high; between the two anything goes.
 */
export function budgetAlertOracle({ accuse, world, scenario, now }: Case): Observer {
  const calm = isCalm(scenario);
  const calmFrom = calm ? scenario.start : scenario.faults.quietFrom;
  const lag = (hours(2) + 3 * scenario.poll) as Span;
  const most = [...scenario.vms, ...scenario.things].reduce((sum, { price }) => sum + price, 0n);
  const excess: NanoCharge = most * BigInt(hours(calm ? 3 : 8));

  return {
    committed(process, head, before) {
      const { policy } = process.orders;
      if (process.job !== 'watch' || head.sighting === null || head.sighting === before?.sighting) return;
      checkSaid(head, before);
      if (now() - calmFrom >= hours(3))
        for (const rule of policy.rules) if (rule.kind === 'budget') checkNoneForgotten(head, rule);
    },
  };

  function billSince(target: Head['target'], from: Instant, until: Instant): NanoCharge {
    const about = targetOf(target);
    return billOf(world, about.kind === 'project' ? about.project : null, from, until);
  }

  /** What is projected leaves out nothing that is charged by the hour; accounts are charged at the rate of the last look. */
  function lagOf({ basis, match }: BudgetRule): Span {
    if (basis === 'reported' || !calm) return lag;
    return match.account === undefined ? minutes(0) : milliseconds(2 * scenario.poll);
  }

  function checkSaid(head: Head, before: Head | undefined): void {
    for (const { id, notice } of head.outbox) {
      if (notice.kind !== 'budget-crossed' || before?.outbox.some((known) => known.id === id)) continue;
      // The platform's months are those of UTC, and the policy's those of its zone.
      const from = earlier(monthStart(later(notice.period.from, hours(15))), hours(15));
      const spent = billSince(head.target, from, now()) + excess;
      const limit = shareOf(notice.limit.toFixed(), notice.threshold);
      if (spent < limit)
        accuse(8, `${id} says that ${notice.threshold} % is reached at ${spent} of ${limit}`);
    }
  }

  function checkNoneForgotten(head: Head, rule: BudgetRule): void {
    const about = targetOf(head.target);
    const { project, account } = rule.match;
    const isMeant =
      about.kind === 'project'
        ? account === undefined && (project === undefined || startsAs(project, about.project))
        : account !== undefined && startsAs(account, about.account);
    const from = monthStart(now());
    const isEdge = now() - from < hours(18) || monthStart(later(now(), hours(18))) !== from;
    if (!isMeant || isEdge) return;
    // An account is asked for its spend since the policy's month began, which may be half a day later.
    const spent =
      about.kind === 'account'
        ? billOf(world, null, later(from, hours(13)), earlier(now(), lagOf(rule)))
        : datedBillOf(world, about.project, from, earlier(now(), lagOf(rule)));
    const level = rule.thresholds
      .filter((threshold) => spent >= shareOf(rule.limit.toFixed(), threshold))
      .at(-1);
    if (level === undefined) return;
    const said = head.alerts.find(
      (alert) =>
        alert.rule === rule.name && alert.since >= latest(from, earlier(now(), days(40))) - hours(16),
    );
    if ((said?.level ?? 0) < level)
      accuse(8, `${rule.name} says nothing of ${level} % in ${head.target}, where ${spent} was spent`);
  }
}

/** In nano-dollars an hour times milliseconds. */
const shareOf = (limit: string, percent: number): NanoCharge =>
  (readNanos(limit) * 3_600_000n * BigInt(percent)) / 100n;
