import type { MetricName } from '../config/settings/metrics.ts';

/** A question to the logs: its lines follow one another. */
export type LogQuery = {
  readonly title: string;
  readonly of: readonly ('watch' | 'act')[];
  readonly lines: readonly string[];
};

/** The highest in each hour of what the runs log, whether CloudWatch makes metrics of it or not. */
const hourly = (first: MetricName, ...others: readonly MetricName[]): LogQuery['lines'] => [
  `filter ispresent(${first})`,
  `stats ${[first, ...others].map((name) => `max(${name})`).join(', ')} by bin(1h)`,
];

/** Events of the log that say that something is not as it should be. */
export const troubles = [
  'turn-failed',
  'targets-not-found',
  'targets-not-all-listed',
  'head-unreadable',
  'blind',
  'blindness-not-told',
  'near-time-limit',
  'intent-failed',
  'not-delivered',
  'delivery-not-recorded',
  'route-failing',
  'routes-not-judged',
];

/** What there is to see, by the log alone. */
export const logQueries = {
  spend: {
    title: 'Spend this month and burn rate, USD',
    of: ['act'],
    lines: hourly('SpendThisMonth', 'BurnRate'),
  },
  found: {
    title: 'Budgets reached, idle VMs, alerts and messages that wait',
    of: ['act'],
    lines: hourly('BudgetsReached', 'IdleVms', 'AlertsFiring', 'MessagesWaiting'),
  },
  seen: {
    title: 'Targets, those not seen, and the longest unlooked at in seconds',
    of: ['act'],
    lines: hourly('Targets', 'TargetsUnseen', 'OldestLook'),
  },
  time: { title: 'Time used by watch, percent of its limit', of: ['watch'], lines: hourly('TimeUsed') },
  troubles: {
    title: 'What is not as it should be',
    of: ['watch', 'act'],
    lines: [
      'fields @timestamp, event, target, route, because, errorMessage',
      `filter event in [${troubles.map((event) => `"${event}"`).join(', ')}] or ispresent(errorType)`,
      'sort @timestamp desc',
      'limit 200',
    ],
  },
} satisfies Readonly<Record<string, LogQuery>>;
