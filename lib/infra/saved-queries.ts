import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type LogQuery, logQueries } from './log-queries.ts';

export type SavedQueriesProps = {
  /** The name of the queries' folder. */
  readonly deployment: string;
  readonly logs: Readonly<Record<'watch' | 'act', ILogGroup>>;
};

/**
 * Saved queries for CloudWatch Logs Insights that graph the figures in the functions' logs. They are free; a dashboard
 * costs 3 USD and a metric 0.30 USD a month, beyond the free tier of an account.
 */
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
