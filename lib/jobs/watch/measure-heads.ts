import { toTarget } from '../../model/ids.ts';
import {
  chargeToMoney,
  inDollars,
  type Money,
  noMoney,
  sumMoney,
  sumPrices,
} from '../../model/money/money.ts';
import { sumReportToDate } from '../../model/money/spend.ts';
import { computeSpan, type Instant } from '../../model/time/time.ts';
import { computeBurnRate } from '../../rules/facts.ts';
import type { Alert } from '../../state/alert.ts';
import type { Head } from '../../state/head.ts';
import type { MetricValues } from '../embedded-metrics.ts';

/**
 * Returns the metrics over all heads, with the figures of the dashboard: money in US dollars, ages in seconds. Money is
 * summed over projects only, because accounts and groups spend the same money.
 */
export function measureHeads(heads: readonly Head[], now: Instant): MetricValues {
  const polled = heads.filter(({ target }) => toTarget(target).kind !== 'group');
  const projects = heads.filter(({ target }) => toTarget(target).kind === 'project');
  // Targets that the platform no longer lists spend no more and cannot be polled.
  const listed = ({ failureScope }: Head) => failureScope !== 'unlisted';
  const firing = heads.flatMap(({ alerts }) => alerts.filter(({ phase }) => phase === 'firing'));
  const count = (kind: Alert['kind']) => new Set(firing.flatMap(subjectIf(kind))).size;
  const ages = polled.flatMap(({ polledAt }) => (polledAt === null ? [] : [computeSpan(polledAt, now)]));
  return {
    SpendThisMonth: inDollars(sumMoney(projects.map((head) => spentThisMonth(head, now)))),
    BurnRate: sumPrices(
      projects
        .filter(listed)
        .flatMap(({ observation }) => (observation === null ? [] : (computeBurnRate(observation) ?? []))),
    ).toNumber(),
    BudgetsReached: count('budget'),
    IdleVms: count('idle'),
    AlertsFiring: firing.length,
    NotificationsPending: heads.reduce((total, { outbox }) => total + outbox.length, 0),
    Targets: polled.length,
    TargetsNotPolled: polled.filter(listed).filter(({ failedPolls }) => failedPolls > 0).length,
    ...(ages.length > 0 && { OldestPoll: Math.max(...ages) / 1_000 }),
  };
}

/** Returns a key that counts a budget once for each rule and subject, and an idle VM once, however many rules found it. */
const subjectIf =
  (kind: Alert['kind']) =>
  (alert: Alert): string[] => {
    if (alert.kind !== kind) return [];
    return [kind === 'budget' ? `${alert.rule} ${alert.subject}` : alert.subject];
  };

/**
 * Returns the reported amount and the charges accrued since, or only the accrued ones where nothing is reported. The
 * head of a target that is no longer polled may still hold the figures of a past month; these count as zero.
 */
function spentThisMonth({ report, meters }: Head, now: Instant): Money {
  if (meters !== null && meters.month.period.until <= now) return noMoney;
  if (report !== null) return sumReportToDate(report);
  return meters === null ? noMoney : chargeToMoney(meters.month.charge);
}
