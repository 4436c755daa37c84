import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IAlarm,
  type IMetric,
  MathExpression,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import { ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { AlertTopic } from './alert-topic.ts';
import { Invoking, type InvokingProps, pollInterval } from './invoking.ts';
import { SpendwatchFunction } from './spendwatch-function.ts';
import type { NetworkProps } from './spendwatch-props.ts';

type WatchdogProps = {
  readonly watch: SpendwatchFunction;
  readonly act: SpendwatchFunction;
  readonly deadLetters: IQueue;
  readonly messages: AlertTopic;
  /** True if runs of `act` coincide, and wait for one another by being throttled. */
  readonly actsQueue: boolean;
  /** True to reserve concurrency for the alarm function, in case the account has none left. */
  readonly reserveConcurrency: boolean;
  readonly network: NetworkProps;
};

const threePolls = Duration.minutes(pollInterval.toMinutes() * 3);
/** The share of the time limit at which a run counts as slow, in percent. */
const nearLimit = 80;
const twoOfThreePolls = { evaluationPeriods: 3, datapointsToAlarm: 2 };

/**
 * Alarms about spendwatch itself. CloudWatch charges 0.10 USD a month for each metric of an alarm, so there is one
 * alarm for each kind of failure, over both functions.
 */
export class Watchdog extends Construct {
  readonly alarms: Alarm[] = [];
  private readonly notifierArn: string;

  constructor(scope: Construct, id: string, props: WatchdogProps) {
    super(scope, id);
    const { watch, act, deadLetters } = props;
    const { lambda: notifier } = this.notifierOf(props);
    this.notifierArn = notifier.functionArn;
    const { topic } = props.messages;
    const legs = [watch.lambda, act.lambda];
    const sum = { period: pollInterval, statistic: Stats.SUM };

    // `act` runs after every `watch`, so a missing run of `act` shows a failure anywhere in the chain.
    this.alarm('Missing', {
      says: `no poll completed for ${threePolls.toMinutes()} minutes; see the logs of watch and act`,
      metric: act.lambda.metricInvocations({ period: threePolls, statistic: Stats.SUM }),
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    });
    this.alarm('Failing', {
      says: 'runs of watch or act are failing; see their logs',
      metric: added(legs.map((lambda) => lambda.metricErrors(sum))),
      ...twoOfThreePolls,
    });
    this.alarm('Throttled', {
      says: 'watch or act is throttled: the account has too little concurrency',
      metric: added((props.actsQueue ? [watch.lambda] : legs).map((lambda) => lambda.metricThrottles(sum))),
      ...twoOfThreePolls,
    });
    // `act` begins nothing after that share of its time, and an error shows where it is cut off anyway.
    this.alarm('Slow', {
      says: `watch takes over ${nearLimit} % of its time limit; add shards or memory`,
      metric: watch.lambda.metricDuration({ period: pollInterval, statistic: Stats.MAXIMUM }),
      threshold: (watch.timeout.toMilliseconds() * nearLimit) / 100,
    });
    // For example a bounced e-mail, or an endpoint that no longer exists, after SNS had accepted the message.
    this.alarm('Undelivered', {
      says: 'SNS could not deliver a message to a subscriber; check the subscriptions',
      metric: topic.metricNumberOfNotificationsFailed({ period: threePolls, statistic: Stats.SUM }),
    });
    this.alarm('DeadLetters', {
      says: 'a run failed or could not start; see the dead-letter queue for details',
      // Counts arriving messages. Nothing drains the queue, so an alarm on its length would never resolve.
      metric: deadLetters.metricNumberOfMessagesSent({ period: threePolls, statistic: Stats.SUM }),
    });
    // CloudWatch notifies once, when an alarm begins, however long it lasts.
    new AlarmRepeats(this, 'Repeats', { lambda: notifier, undelivered: deadLetters, alarms: this.alarms });
  }

  private alarm(id: string, { says, ...props }: AlarmTerms): void {
    const alarm = new Alarm(this, id, {
      alarmDescription: says,
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
  }: WatchdogProps): SpendwatchFunction {
    return new SpendwatchFunction(this, 'Alarm', {
      name: 'alarm',
      description: 'Publishes alarms about spendwatch to the topic',
      timeout: Duration.seconds(30),
      memorySize: 256,
      network,
      ...(reserveConcurrency && { atMost: 1 }),
    })
      .uses('SPENDWATCH_TOPIC_ARN', messages.topic.topicArn, ...messages.publishing())
      .failsInto(deadLetters, { retries: 2, within: Duration.hours(6) });
  }
}

type AlarmTerms = {
  /** The problem and where to look, short enough for a message's subject. */
  readonly says: string;
  readonly metric: IMetric;
  readonly threshold?: number;
  readonly comparisonOperator?: ComparisonOperator;
  readonly treatMissingData?: TreatMissingData;
  readonly evaluationPeriods?: number;
  readonly datapointsToAlarm?: number;
};

/** Adds up a metric of both functions. One that did not run has no value, and counts as zero. */
function added(metrics: readonly IMetric[]): MathExpression {
  const named = Object.fromEntries(metrics.map((metric, index) => [`leg${index}`, metric]));
  return new MathExpression({
    expression: Object.keys(named)
      .map((name) => `FILL(${name}, 0)`)
      .join(' + '),
    usingMetrics: named,
    period: pollInterval,
  });
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
