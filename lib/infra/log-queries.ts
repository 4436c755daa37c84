import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { problems } from '../config/settings/log-level.ts';
import type { MetricName } from '../config/settings/metrics.ts';

/** A query of CloudWatch Logs Insights, as a list of commands. */
export type LogQuery = {
  readonly title: string;
  readonly of: readonly ('watch' | 'act')[];
  readonly lines: readonly string[];
};

/** Returns the hourly maximum of figures that the runs log. It works with and without CloudWatch metrics. */
const hourly = (first: MetricName, ...others: readonly MetricName[]): LogQuery['lines'] => [
  `filter ispresent(${first})`,
  `stats ${[first, ...others].map((name) => `max(${name})`).join(', ')} by bin(1h)`,
];

/** The saved queries. Their keys are part of logical ids in CloudFormation. */
export const logQueries = {
  spend: {
    title: 'Spend this month and burn rate, USD',
    of: ['act'],
    lines: hourly('SpendThisMonth', 'BurnRate'),
  },
  found: {
    title: 'Budgets reached, idle VMs, alerts and pending notifications',
    of: ['act'],
    lines: hourly('BudgetsReached', 'IdleVms', 'AlertsFiring', 'NotificationsPending'),
  },
  seen: {
    title: 'Targets, targets with failed polls, and age of the oldest poll in seconds',
    of: ['act'],
    lines: hourly('Targets', 'TargetsNotPolled', 'OldestPoll'),
  },
  time: { title: 'Duration of watch, percent of its time limit', of: ['watch'], lines: hourly('TimeUsed') },
  troubles: {
    title: 'Problems',
    of: ['watch', 'act'],
    lines: [
      'fields @timestamp, event, target, route, because, errorMessage',
      `filter event in [${problems.map((event) => `"${event}"`).join(', ')}] or ispresent(errorType)`,
      'sort @timestamp desc',
      'limit 200',
    ],
  },
} satisfies Readonly<Record<string, LogQuery>>;

type SavedQueriesProps = {
  /** The name of the queries' folder. */
  readonly deployment: string;
  readonly logs: Readonly<Record<'watch' | 'act', ILogGroup>>;
};

/** Saved queries for CloudWatch Logs Insights that graph the figures in the functions' logs. They are free. */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, { deployment, logs }: SavedQueriesProps) {
    super(scope, id);
    for (const [name, { title, of, lines }] of Object.entries<LogQuery>(logQueries)) {
      new CfnQueryDefinition(this, name, {
        name: `${deployment}/${title}`,
        logGroupNames: of.map((leg) => logs[leg].logGroupName),
        queryString: lines.join('\n| '),
      });
    }
  }
}
