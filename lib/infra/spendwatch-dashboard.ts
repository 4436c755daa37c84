import { Duration } from 'aws-cdk-lib';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IAlarm,
  type IWidget,
  LogQueryVisualizationType,
  LogQueryWidget,
  Metric,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Construct } from 'constructs';
import { type MetricName, metricDimension, metricNamespace } from '../config/settings/metrics.ts';
import { pollInterval } from './invoking.ts';
import { type LogQuery, logQueries } from './log-queries.ts';
import type { WatchdogProps } from './watchdog.ts';

export type SpendwatchDashboardProps = Pick<WatchdogProps, 'watch' | 'act' | 'deadLetters'> & {
  /** The value of the metrics' dimension; `null` without metrics, when the figures come from the logs. */
  readonly metricsOf: string | null;
  readonly alarms: readonly IAlarm[];
};

const third = { width: 8, height: 6 };

/** A CloudWatch dashboard with spend at the top and the health of spendwatch below. */
export class SpendwatchDashboard extends Construct {
  constructor(scope: Construct, id: string, props: SpendwatchDashboardProps) {
    super(scope, id);
    const { metricsOf, alarms } = props;
    const dashboard = new Dashboard(this, 'Dashboard', { defaultInterval: Duration.days(7) });
    const [money, ...rest] = metricsOf === null ? fromLogs(props) : fromMetrics(metricsOf);
    dashboard.addWidgets(...(money ?? []));
    dashboard.addWidgets(...rest.flat(), runs(props));
    if (alarms.length > 0)
      dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms: [...alarms], width: 24 }));
    dashboard.addWidgets(logWidget(props, logQueries.troubles, LogQueryVisualizationType.TABLE, 24));
  }
}

/** Widgets that query the logs, at 0.005 USD per GB scanned. A month of logs is about a hundredth of a GB. */
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
  // Every run of `act` reports on all heads, so the maximum of several runs is as good as any other.
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
        [figure('SpendThisMonth', 'spend this month, USD')],
        [figure('BurnRate', 'burn rate, USD/h')],
      ),
      graph(
        'Budgets, idle VMs, alerts',
        [figure('BudgetsReached', 'budgets over a threshold'), figure('IdleVms', 'idle VMs')],
        [figure('AlertsFiring', 'alerts'), figure('NotificationsPending', 'pending notifications')],
      ),
      graph(
        'Polling',
        [figure('Targets', 'targets'), figure('TargetsNotPolled', 'targets with failed polls')],
        [figure('OldestPoll', 'age of the oldest poll, s')],
      ),
    ],
    [graph('Duration of watch', [figure('TimeUsed', '% of the time limit')], [])],
  ];
}

/** Graphs the functions' invocations, errors and throttles, which AWS measures at no charge. */
function runs({ watch, act, deadLetters }: SpendwatchDashboardProps): IWidget {
  const sum = { period: pollInterval, statistic: Stats.SUM };
  return new GraphWidget({
    title: 'Invocations, errors and throttles',
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
