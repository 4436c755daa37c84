/** The namespace and the only dimension of every metric; a second dimension would multiply the metrics and their cost. */
export const metricNamespace = 'spendwatch';
export const metricDimension = 'Deployment';

/**
 * Every metric and its unit. CloudWatch charges 0.30 USD a month for each beyond ten, so there are ten, however many
 * projects, shards and rules there are.
 */
export const metrics = {
  /** Spend to date of this month over all projects, in US dollars. */
  SpendThisMonth: 'None',
  /** Burn rate of all projects, in US dollars an hour. */
  BurnRate: 'None',
  /** Budgets that have reached a threshold. */
  BudgetsReached: 'Count',
  /** VMs that an idle rule found. */
  IdleVms: 'Count',
  /** Firing alerts of all rules. */
  AlertsFiring: 'Count',
  /** Messages not delivered yet. */
  NotificationsPending: 'Count',
  Targets: 'Count',
  /** Targets whose last poll failed. */
  TargetsNotPolled: 'Count',
  /** Age of the oldest last poll of any target. */
  OldestPoll: 'Seconds',
  /** Share of its time limit that a run of `watch` took. */
  TimeUsed: 'Percent',
} as const;
export type MetricName = keyof typeof metrics;
