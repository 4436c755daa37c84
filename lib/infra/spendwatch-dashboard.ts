import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  Metric,
  SingleValueWidget,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type MetricName, metricDimension, metricNamespace } from '../config/metrics.ts';
import { pollInterval } from './polling.ts';
import type { SpendwatchFunction } from './spendwatch-function.ts';
import type { Watchdog } from './watchdog.ts';

export type SpendwatchDashboardProps = {
  /** The name that metrics go by. */
  readonly deployment: string;
  readonly watch: SpendwatchFunction;
  readonly act: SpendwatchFunction;
  readonly deadLetters: IQueue;
  readonly watchdog: Watchdog;
};

/** Money above, spendwatch's own health below, on one page. */
export class SpendwatchDashboard extends Construct {
  constructor(scope: Construct, id: string, props: SpendwatchDashboardProps) {
    super(scope, id);
    const { watch, act, deadLetters, watchdog } = props;
    // Every run of `act` tells of all heads: of several at a time, one is as good as another.
    const figure = (metricName: MetricName, label: string) =>
      new Metric({
        namespace: metricNamespace,
        metricName,
        dimensionsMap: { [metricDimension]: props.deployment },
        label,
        statistic: Stats.MAXIMUM,
        period: pollInterval,
      });
    const spend = figure('SpendThisMonth', 'spent this month, USD');
    const rate = figure('BurnRate', 'USD an hour');
    const budgets = figure('BudgetsReached', 'budgets that reached a threshold');
    const idle = figure('IdleVms', 'idle VMs');
    const firing = figure('AlertsFiring', 'alerts');
    const targets = figure('Targets', 'targets');
    const unseen = figure('TargetsUnseen', 'not seen');
    const graph = (title: string, left: IMetric[], right: IMetric[] = []) =>
      new GraphWidget({ title, left, right, width: 8, height: 6, leftYAxis: { min: 0 } });
    const runs = [watch, act].flatMap(({ lambda }) => [
      lambda.metricErrors({ period: pollInterval, statistic: Stats.SUM }),
      lambda.metricThrottles({ period: pollInterval, statistic: Stats.SUM }),
    ]);
    const dashboard = new Dashboard(this, 'Dashboard', { defaultInterval: Duration.days(7) });
    dashboard.addWidgets(
      new SingleValueWidget({
        title: 'Now',
        metrics: [spend, rate, budgets, idle, firing, targets, unseen],
        width: 24,
        height: 4,
      }),
    );
    dashboard.addWidgets(
      graph('Spend', [spend]),
      graph('Burn rate', [rate]),
      graph('Budgets and idle VMs', [budgets, idle, firing]),
    );
    dashboard.addWidgets(
      graph('What is seen', [targets, unseen], [figure('OldestLook', 'longest unlooked at, s')]),
      graph('Runs', [
        ...runs,
        deadLetters.metricApproximateNumberOfMessagesVisible({ period: pollInterval }),
      ]),
      graph(
        'Time used and messages that wait',
        [figure('TimeUsed', '% of the time limit')],
        [figure('MessagesWaiting', 'messages')],
      ),
    );
    dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms: watchdog.alarms, width: 24 }));
  }
}
