import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IAlarm,
  type IMetric,
  MathExpression,
  Metric,
  type MetricOptions,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnPermission, type IFunction } from 'aws-cdk-lib/aws-lambda';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AlertTopic } from './alert-topic.ts';
import { Invoking, type InvokingProps, pollInterval } from './invoking.ts';
import { SpendwatchFunction, type SpendwatchFunctionProps } from './spendwatch-function.ts';

export type WatchdogProps = {
  readonly watch: SpendwatchFunction;
  readonly act: SpendwatchFunction;
  readonly deadLetters: IQueue;
  readonly messages: AlertTopic;
  /** The functions with an address of their own, if there are any. */
  readonly answer: IFunction | undefined;
  readonly push: IFunction | undefined;
  /** True to reserve concurrency for `act` and for the alarm function, in case the account has none left. */
  readonly reserveConcurrency: boolean;
} & Pick<SpendwatchFunctionProps, 'network' | 'logRetention'>;

const threePolls = Duration.minutes(pollInterval.toMinutes() * 3);
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
    const { watch, act, deadLetters, answer, push } = props;
    const { lambda: notifier } = this.notifierOf(props);
    this.notifierArn = notifier.functionArn;
    const { topic } = props.messages;
    const sum = { period: pollInterval, statistic: Stats.SUM };

    // `act` runs after every `watch`, so a missing run of `act` shows a failure anywhere in the chain.
    this.alarm('Missing', {
      says: `no poll completed for ${threePolls.toMinutes()} minutes`,
      metric: act.lambda.metricInvocations({ period: threePolls, statistic: Stats.SUM }),
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    });
    this.alarm('Failing', {
      says: 'runs of watch or act are failing',
      metric: combined('SUM', {
        watch: watch.lambda.metricErrors(sum),
        act: act.lambda.metricErrors(sum),
      }),
      ...twoOfThreePolls,
    });
    this.alarm('Throttled', {
      says: 'the account has too little concurrency',
      metric: combined('SUM', {
        watch: watch.lambda.metricThrottles(sum),
        // With a place of its own, it only waits for earlier runs of itself, and `Slow` tells of one that takes so long.
        ...(!props.reserveConcurrency && { act: act.lambda.metricThrottles(sum) }),
      }),
      ...twoOfThreePolls,
    });
    this.alarm('Slow', {
      says: `watch or act takes over ${nearLimit} % of its time limit`,
      metric: combined('MAX', {
        watch: watch.lambda.metricDuration({ ...sum, statistic: Stats.MAXIMUM }),
        act: act.lambda.metricDuration({ ...sum, statistic: Stats.MAXIMUM }),
      }),
      threshold: (watch.timeout.toMilliseconds() * nearLimit) / 100,
    });
    // For example a bounced e-mail, or an endpoint that no longer exists, after SNS had accepted the message.
    this.alarm('Undelivered', {
      says: 'SNS could not deliver to a subscriber',
      metric: topic.metricNumberOfNotificationsFailed({ period: threePolls, statistic: Stats.SUM }),
    });
    const lost = { period: threePolls, statistic: Stats.SUM };
    this.alarm('Lost', {
      says: 'a run, an answer or a push was lost',
      metric: combined(
        'SUM',
        {
          // Counts arriving messages. Nothing drains the queue, so an alarm on its length would never resolve.
          deadLetters: deadLetters.metricNumberOfMessagesSent(lost),
          ...(answer && unserved('answer', answer, lost)),
          ...(push && unserved('push', push, lost)),
        },
        threePolls,
      ),
    });
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

  /** Creates the alarm function. Lambda retries it for six hours, so that no alarm is lost when concurrency is short. */
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
  /** The problem, short enough for a message's subject with the section of the runbook. */
  readonly says: string;
  readonly metric: IMetric;
  readonly threshold?: number;
  readonly comparisonOperator?: ComparisonOperator;
  readonly treatMissingData?: TreatMissingData;
  readonly evaluationPeriods?: number;
  readonly datapointsToAlarm?: number;
};

/** Combines metrics of functions, whichever there are. One that did not run has no value, and counts as zero. */
const combined = (
  by: 'SUM' | 'MAX',
  usingMetrics: Readonly<Record<string, IMetric>>,
  period = pollInterval,
): MathExpression =>
  new MathExpression({ expression: `${by}(FILL(METRICS(), 0))`, usingMetrics: { ...usingMetrics }, period });

/**
 * Counts the requests to a function's address that it did not serve: those that it answered with an error, or that ended
 * it, and those for which there was no concurrency.
 */
function unserved(name: string, lambda: IFunction, sum: MetricOptions): Readonly<Record<string, IMetric>> {
  const dimensionsMap = { FunctionName: lambda.functionName };
  return {
    [`${name}Failed`]: new Metric({
      namespace: 'AWS/Lambda',
      metricName: 'Url5xxCount',
      dimensionsMap,
      ...sum,
    }),
    [`${name}Throttled`]: lambda.metricThrottles(sum),
  };
}

type AlarmRepeatsProps = InvokingProps & { readonly alarms: readonly IAlarm[] };

const interval = Duration.hours(4);

/** Invokes the alarm function every four hours to repeat the alarms that are still active. */
class AlarmRepeats extends Invoking {
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
