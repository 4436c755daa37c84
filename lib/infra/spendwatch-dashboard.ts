import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  Metric,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type MetricName, metricDimension, metricNamespace } from '../config/settings/metrics.ts';
import { type LogQuery, logQueries } from './log-queries.ts';
import { pollInterval } from './polling.ts';
import type { SpendwatchFunction } from './spendwatch-function.ts';
import type { Watchdog } from './watchdog.ts';

export type SpendwatchDashboardProps = {
  /** The name that metrics go by, where there are any; without them the figures come from the logs. */
  readonly metricsOf: string | null;
  readonly watch: SpendwatchFunction;
  readonly act: SpendwatchFunction;
  readonly deadLetters: IQueue;
  readonly watchdog: Watchdog;
};

const third = { width: 8, height: 6 };

/** Money above, spendwatch's own health below, on one page. */
export class SpendwatchDashboard extends Construct {
  constructor(scope: Construct, id: string, props: SpendwatchDashboardProps) {
    super(scope, id);
    const { metricsOf, watchdog } = props;
    const dashboard = new Dashboard(this, 'Dashboard', { defaultInterval: Duration.days(7) });
    const [money, ...rest] = metricsOf === null ? fromLogs(props) : fromMetrics(metricsOf);
    dashboard.addWidgets(...(money ?? []));
    dashboard.addWidgets(...rest.flat(), runs(props));
    dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms: watchdog.alarms, width: 24 }));
    dashboard.addWidgets(logWidget(props, logQueries.troubles, LogQueryVisualizationType.TABLE, 24));
  }
}

/** Drawing from the log costs 0.005 USD for each GB that it reads: a month of it is a hundredth of that. */
const fromLogs = (props: SpendwatchDashboardProps): readonly IWidget[][] => {
  const line = (query: LogQuery) => logWidget(props, query, LogQueryVisualizationType.LINE, third.width);
  const { spend, found, seen, time } = logQueries;
  return [[line(spend), line(found), line(seen)], [line(time)]];
};

function logWidget(
  legs: Pick<SpendwatchDashboardProps, 'watch' | 'act'>,
  { title, of, lines }: LogQuery,
  view: LogQueryVisualizationType,
  width: number,
): LogQueryWidget {
  const logGroupNames = of.map((leg) => legs[leg].lambda.logGroup.logGroupName);
  return new LogQueryWidget({
    title,
    logGroupNames,
    queryLines: [...lines],
    view,
    width,
    height: third.height,
  });
}

function fromMetrics(deployment: string): readonly IWidget[][] {
  // Every run of `act` tells of all heads: of several at a time, one is as good as another.
  const figure = (metricName: MetricName, label: string) =>
    new Metric({
      namespace: metricNamespace,
      metricName,
      dimensionsMap: { [metricDimension]: deployment },
      label,
      statistic: Stats.MAXIMUM,
      period: pollInterval,
    });
  const graph = (title: string, left: Metric[], right: Metric[]) =>
    new GraphWidget({ title, left, right, ...third, leftYAxis: { min: 0 } });
  return [
    [
      graph(
        'Spend and burn rate',
        [figure('SpendThisMonth', 'spent this month, USD')],
        [figure('BurnRate', 'USD an hour')],
      ),
      graph(
        'Budgets, idle VMs, alerts',
        [figure('BudgetsReached', 'budgets that reached a threshold'), figure('IdleVms', 'idle VMs')],
        [figure('AlertsFiring', 'alerts'), figure('MessagesWaiting', 'messages that wait')],
      ),
      graph(
        'What is seen',
        [figure('Targets', 'targets'), figure('TargetsUnseen', 'not seen')],
        [figure('OldestLook', 'longest unlooked at, s')],
      ),
    ],
    [graph('Time used by watch', [figure('TimeUsed', '% of the time limit')], [])],
  ];
}

/** Of metrics that AWS keeps for nothing. */
function runs({ watch, act, deadLetters }: SpendwatchDashboardProps): IWidget {
  const sum = { period: pollInterval, statistic: Stats.SUM };
  return new GraphWidget({
    title: 'Runs, and what went wrong with them',
    left: [watch, act].flatMap(({ lambda }) => [
      lambda.metricInvocations(sum),
      lambda.metricErrors(sum),
      lambda.metricThrottles(sum),
    ]),
    right: [deadLetters.metricApproximateNumberOfMessagesVisible({ period: pollInterval })],
    width: 16,
    height: third.height,
    leftYAxis: { min: 0 },
  });
}
