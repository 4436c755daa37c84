import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  type IMetric,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { pollInterval } from './polling.ts';
import type { SpendwatchFunction } from './spendwatch-function.ts';

export type WatchdogProps = {
  readonly watch: SpendwatchFunction;
  readonly act: SpendwatchFunction;
  readonly deadLetters: IQueue;
  readonly topic: ITopic;
  /** Whether runs of `act` come together, and wait for each other by being throttled. */
  readonly actsQueue: boolean;
};

const threePolls = Duration.minutes(pollInterval.toMinutes() * 3);
/** Of the time limit, in percent. */
const nearLimit = 80;

/** Says when spendwatch itself is not well. Ten alarms of a metric each are what CloudWatch gives away. */
export class Watchdog extends Construct {
  readonly alarms: Alarm[] = [];
  private readonly action: SnsAction;

  constructor(scope: Construct, id: string, { watch, act, deadLetters, topic, actsQueue }: WatchdogProps) {
    super(scope, id);
    this.action = new SnsAction(topic);
    const legs = { Watch: watch, Act: act };
    for (const [name, { lambda, timeout }] of Object.entries(legs)) {
      const leg = name.toLowerCase();
      // No news is bad news: what does not run writes no metric.
      this.alarm(
        `${name}Missing`,
        `${leg} has not run for ${threePolls.toMinutes()} minutes: nothing is watched`,
        {
          metric: lambda.metricInvocations({ period: threePolls, statistic: Stats.SUM }),
          comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
          threshold: 1,
          treatMissingData: TreatMissingData.BREACHING,
        },
      );
      this.alarm(`${name}Failing`, `runs of ${leg} end in an error; its log says which`, {
        metric: lambda.metricErrors({ period: pollInterval, statistic: Stats.SUM }),
        threshold: 1,
        evaluationPeriods: 3,
        datapointsToAlarm: 2,
      });
      this.alarm(
        `${name}Slow`,
        `${leg} takes more than ${nearLimit} % of its time limit; more shards or memory help`,
        {
          metric: lambda.metricDuration({ period: pollInterval, statistic: Stats.MAXIMUM }),
          threshold: (timeout.toMilliseconds() * nearLimit) / 100,
        },
      );
      if (leg === 'act' && actsQueue) continue;
      this.alarm(
        `${name}Throttled`,
        `${leg} is kept from running: the account has too little concurrency left`,
        {
          metric: lambda.metricThrottles({ period: pollInterval, statistic: Stats.SUM }),
          threshold: 1,
          evaluationPeriods: 3,
          datapointsToAlarm: 2,
        },
      );
    }
    this.alarm('DeadLetters', 'a run failed or could not begin; the queue holds what it was asked and why', {
      metric: deadLetters.metricApproximateNumberOfMessagesVisible({
        period: pollInterval,
        statistic: Stats.MAXIMUM,
      }),
      threshold: 1,
    });
  }

  private alarm(
    id: string,
    description: string,
    props: Pick<AlarmProps, 'threshold'> & Partial<AlarmProps> & { readonly metric: IMetric },
  ): void {
    const alarm = new Alarm(this, id, {
      alarmDescription: `spendwatch: ${description}`,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...props,
    });
    alarm.addAlarmAction(this.action);
    alarm.addOkAction(this.action);
    this.alarms.push(alarm);
  }
}
