/** The namespace and the one dimension of every metric: a second dimension would make, and cost, more of them. */
export const metricNamespace = 'spendwatch';
export const metricDimension = 'Deployment';

/**
 * Every metric that is written, and its unit. CloudWatch takes 0.30 USD a month for each one and gives
 * ten away: there are no more than ten, however many projects, shards and rules there are.
 */
export const metrics = {
  /** US dollars of this month, as far as reported and accrued since, of all projects. */
  SpendThisMonth: 'None',
  /** US dollars an hour, of all projects. */
  BurnRate: 'None',
  /** Budgets of which a threshold is reached now. */
  BudgetsReached: 'Count',
  /** VMs that an idle rule has found. */
  IdleVms: 'Count',
  /** Alerts that fire now, of all rules. */
  AlertsFiring: 'Count',
  /** Messages that wait to be sent. */
  MessagesWaiting: 'Count',
  Targets: 'Count',
  /** Targets that the last look did not see. */
  TargetsUnseen: 'Count',
  /** How long ago the longest neglected target was looked at. */
  OldestLook: 'Seconds',
  /** How much of its time limit a run of `watch` took. */
  TimeUsed: 'Percent',
} as const;
export type MetricName = keyof typeof metrics;
