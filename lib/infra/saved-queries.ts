import { CfnQueryDefinition, type ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { type LogQuery, logQueries } from './log-queries.ts';

export type SavedQueriesProps = {
  /** The name of their folder. */
  readonly deployment: string;
  readonly logs: Readonly<Record<'watch' | 'act', ILogGroup>>;
};

/**
 * The figures that the functions log, ready to be drawn in CloudWatch Logs Insights. Saved queries cost
 * nothing; a dashboard costs 3 USD a month and a metric 0.30, beyond the few that each account is given.
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
