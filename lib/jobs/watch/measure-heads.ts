import { burnRateOf } from '../../evaluate/facts.ts';
import type { Alert } from '../../model/alert.ts';
import type { Head } from '../../model/head.ts';
import { targetOf } from '../../model/ids.ts';
import {
  addMoney,
  chargeToMoney,
  inDollars,
  type Money,
  noMoney,
  sumPrices,
} from '../../model/money/money.ts';
import { between, type Instant } from '../../model/time/time.ts';
import type { Measured } from '../embedded-metrics.ts';

/** What all heads come to, in the figures of the dashboard. Money is that of projects: what accounts and groups spend, they spend. */
export function measureHeads(heads: readonly Head[], now: Instant): Measured {
  const polled = heads.filter(({ target }) => targetOf(target).kind !== 'group');
  const projects = heads.filter(({ target }) => targetOf(target).kind === 'project');
  // What the platform no longer lists spends no more, and cannot be polled.
  const listed = ({ failureScope }: Head) => failureScope !== 'unlisted';
  const firing = heads.flatMap(({ alerts }) => alerts.filter(({ phase }) => phase === 'firing'));
  const count = (kind: Alert['kind']) => new Set(firing.flatMap(subjectIf(kind))).size;
  const ages = polled.flatMap(({ polledAt }) => (polledAt === null ? [] : [between(polledAt, now)]));
  return {
    SpendThisMonth: inDollars(projects.map((head) => spentThisMonth(head, now)).reduce(addMoney, noMoney)),
    BurnRate: sumPrices(
      projects
        .filter(listed)
        .flatMap(({ observation }) => (observation === null ? [] : [burnRateOf(observation)])),
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

/** A budget is a rule on a subject, an idle VM a subject, whichever and however many rules have found it. */
const subjectIf =
  (kind: Alert['kind']) =>
  (alert: Alert): string[] => {
    if (alert.kind !== kind) return [];
    return [kind === 'budget' ? `${alert.rule} ${alert.subject}` : alert.subject];
  };

/** What the platform reported and what accrued since; what accrued alone where it reports nothing. A head that is no longer polled keeps the figures of a month that is over. */
function spentThisMonth({ report, meters }: Head, now: Instant): Money {
  if (meters !== null && meters.month.period.until <= now) return noMoney;
  if (report !== null) return addMoney(report.spend.amount, chargeToMoney(report.accruedSince));
  return meters === null ? noMoney : chargeToMoney(meters.month.charge);
}
