import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IAlarm,
  type IMetric,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AlertTopic } from './alert-topic.ts';
import { ScheduledInvocations, type ScheduledInvocationsProps } from './invoking.ts';
import { type OwnMetrics, threePolls } from './own-metrics.ts';
import { SpendwatchFunction, type SpendwatchFunctionProps } from './spendwatch-function.ts';

export type WatchdogProps = {
  readonly metrics: OwnMetrics;
  /** The time limit of `watch` and `act`. */
  readonly timeout: Duration;
  readonly deadLetters: IQueue;
  readonly messages: AlertTopic;
  /** True to reserve concurrency for the alarm function, in case the account has none left. */
  readonly reserveConcurrency: boolean;
} & Pick<SpendwatchFunctionProps, 'network' | 'logRetention'>;

/** The share of the time limit at which a run counts as slow, in percent. */
const nearLimit = 80;
const twoOfThreePolls = { evaluationPeriods: 3, datapointsToAlarm: 2 };

/**
 * Alarms about spendwatch itself. CloudWatch charges 0.10 USD a month for each metric of an alarm, so there is one
 * alarm for each kind of failure, over all functions. Its description names its section of the runbook.
 */
export class Watchdog extends Construct {
  readonly alarms: Alarm[] = [];
  private readonly notifierArn: string;

  constructor(scope: Construct, id: string, props: WatchdogProps) {
    super(scope, id);
    const { metrics, deadLetters } = props;
    const { lambda: notifier } = this.notifierOf(props);
    this.notifierArn = notifier.functionArn;

    this.alarm('Missing', {
      says: `no poll completed for ${threePolls.toMinutes()} minutes`,
      metric: metrics.polls(),
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    });
    this.alarm('Failing', {
      says: 'runs of watch or act are failing',
      metric: metrics.blind(),
      ...twoOfThreePolls,
    });
    this.alarm('Throttled', {
      says: 'the account has too little concurrency',
      metric: metrics.throttled(),
      ...twoOfThreePolls,
    });
    this.alarm('Slow', {
      says: `watch or act takes over ${nearLimit} % of its time limit`,
      metric: metrics.duration(),
      threshold: (props.timeout.toMilliseconds() * nearLimit) / 100,
    });
    this.alarm('Undelivered', {
      says: 'SNS could not deliver to a subscriber',
      metric: metrics.undelivered(),
    });
    this.alarm('Lost', { says: 'a run, an answer or a push was lost', metric: metrics.lost() });
    // CloudWatch notifies once, when an alarm begins, however long it lasts.
    new AlarmRepeats(this, 'Repeats', { lambda: notifier, undelivered: deadLetters, alarms: this.alarms });
  }

  private alarm(id: string, { says, ...props }: AlarmTerms): void {
    const alarm = new Alarm(this, id, {
      alarmDescription: `${says}; see docs/runbook.md#${id.toLowerCase()}`,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
      threshold: 1,
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...props,
    });
    const notify = { bind: () => ({ alarmActionArn: this.notifierArn }) };
    alarm.addAlarmAction(notify);
    alarm.addOkAction(notify);
    // CDK's own action permits one alarm only, unless a feature flag of the app is set.
    new CfnPermission(alarm, 'Tell', {
      action: 'lambda:InvokeFunction',
      functionName: this.notifierArn,
      principal: 'lambda.alarms.cloudwatch.amazonaws.com',
      sourceAccount: Stack.of(this).account,
      sourceArn: alarm.alarmArn,
    });
    this.alarms.push(alarm);
  }

  /** Creates the alarm function. Lambda retries it for six hours, so that no alarm is lost while concurrency is exhausted. */
  private notifierOf({
    messages,
    deadLetters,
    reserveConcurrency,
    network,
    logRetention,
  }: WatchdogProps): SpendwatchFunction {
    return new SpendwatchFunction(this, 'Alarm', {
      name: 'alarm',
      description: 'Publishes alarms about spendwatch to the topic',
      timeout: Duration.seconds(30),
      memorySize: 256,
      network,
      logRetention,
      ...(reserveConcurrency && { atMost: 1 }),
    })
      .uses('SPENDWATCH_TOPIC_ARN', messages.topic.topicArn, ...messages.publishing())
      .failsInto(deadLetters, { retries: 2, within: Duration.hours(6) });
  }
}

type AlarmTerms = {
  /** The problem in words, short enough for a message's subject with the section of the runbook. */
  readonly says: string;
  readonly metric: IMetric;
  readonly threshold?: number;
  readonly comparisonOperator?: ComparisonOperator;
  readonly treatMissingData?: TreatMissingData;
  readonly evaluationPeriods?: number;
  readonly datapointsToAlarm?: number;
};

type AlarmRepeatsProps = ScheduledInvocationsProps & { readonly alarms: readonly IAlarm[] };

const interval = Duration.hours(4);

/** Invokes the alarm function every four hours to repeat the alarms that are still active. */
class AlarmRepeats extends ScheduledInvocations {
  constructor(scope: Construct, id: string, { alarms, ...props }: AlarmRepeatsProps) {
    super(scope, id, props);
    const { role } = props.lambda;
    // A separate policy, as the alarms depend on the function and the function on its policy.
    new Policy(this, 'SeeAlarms', {
      ...(role && { roles: [role] }),
      statements: [
        new PolicyStatement({
          actions: ['cloudwatch:DescribeAlarms'],
          resources: alarms.map(({ alarmArn }) => alarmArn),
        }),
      ],
    });
    this.invoke('Every', {
      description: 'Invokes the alarm function to repeat active alarms',
      schedule: ScheduleExpression.rate(interval),
      window: Duration.minutes(15),
      within: interval,
      input: { repeat: alarms.map(({ alarmName }) => alarmName) },
    });
  }
}
