import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { AlarmRepeats } from './alarm-repeats.ts';
import type { AlertTopic } from './alert-topic.ts';
import { pollInterval } from './polling.ts';
import { SpendwatchFunction } from './spendwatch-function.ts';

export type WatchdogProps = {
  readonly watch: SpendwatchFunction;
  readonly act: SpendwatchFunction;
  readonly deadLetters: IQueue;
  readonly messages: AlertTopic;
  /** Whether runs of `act` come together, and wait for each other by being throttled. */
  readonly actsQueue: boolean;
  /** Keeps a place for the function that tells of alarms, in an account that is full. */
  readonly reserveConcurrency: boolean;
};

const threePolls = Duration.minutes(pollInterval.toMinutes() * 3);
/** Of the time limit, in percent. */
const nearLimit = 80;
const twoOfThreePolls = { evaluationPeriods: 3, datapointsToAlarm: 2 };

/**
 * Says when spendwatch itself is not well. CloudWatch takes 0.10 USD a month for each metric that an alarm
 * looks at, so there is one alarm for each way of not being well, over both legs.
 */
export class Watchdog extends Construct {
  readonly alarms: Alarm[] = [];
  private readonly teller: string;

  constructor(scope: Construct, id: string, props: WatchdogProps) {
    super(scope, id);
    const { watch, act, deadLetters } = props;
    const { lambda: teller } = this.tellerOf(props);
    this.teller = teller.functionArn;
    const { topic } = props.messages;
    const legs = [watch.lambda, act.lambda];
    const sum = { period: pollInterval, statistic: Stats.SUM };

    // No news is bad news. `act` runs after every `watch`, so this stands for the whole chain.
    this.alarm('Missing', {
      says: `nothing was watched and told for ${threePolls.toMinutes()} minutes; look at the logs of watch and act`,
      metric: act.lambda.metricInvocations({ period: threePolls, statistic: Stats.SUM }),
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: TreatMissingData.BREACHING,
    });
    this.alarm('Failing', {
      says: 'runs of watch or act end in an error; their logs say which',
      metric: added(legs.map((lambda) => lambda.metricErrors(sum))),
      ...twoOfThreePolls,
    });
    this.alarm('Throttled', {
      says: 'watch or act is kept from running: the account has too little concurrency left',
      metric: added((props.actsQueue ? [watch.lambda] : legs).map((lambda) => lambda.metricThrottles(sum))),
      ...twoOfThreePolls,
    });
    this.alarm('Slow', {
      says: `watch or act takes over ${nearLimit} % of its time limit; more shards or memory help`,
      metric: longest(
        legs.map((lambda) => lambda.metricDuration({ period: pollInterval, statistic: Stats.MAXIMUM })),
      ),
      threshold: (watch.timeout.toMilliseconds() * nearLimit) / 100,
    });
    // Such as a bounced e-mail, or an endpoint that is gone: SNS had taken the message.
    this.alarm('Undelivered', {
      says: 'SNS could not hand a message to a subscriber: see who still receives them',
      metric: topic.metricNumberOfNotificationsFailed({ period: threePolls, statistic: Stats.SUM }),
    });
    this.alarm('DeadLetters', {
      says: 'a run failed or could not begin; the queue of dead letters holds which and why',
      // What arrives, and not what lies there: nothing drains the queue, and the alarm would never speak again.
      metric: deadLetters.metricNumberOfMessagesSent({ period: threePolls, statistic: Stats.SUM }),
    });
    // CloudWatch tells of an alarm once, when it begins, however long it lasts.
    new AlarmRepeats(this, 'Repeats', { lambda: teller, undelivered: deadLetters, alarms: this.alarms });
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
    const tell = { bind: () => ({ alarmActionArn: this.teller }) };
    alarm.addAlarmAction(tell);
    alarm.addOkAction(tell);
    // The library's own action lets one alarm in, unless a flag of the app says otherwise.
    new CfnPermission(alarm, 'Tell', {
      action: 'lambda:InvokeFunction',
      functionName: this.teller,
      principal: 'lambda.alarms.cloudwatch.amazonaws.com',
      sourceAccount: Stack.of(this).account,
      sourceArn: alarm.alarmArn,
    });
    this.alarms.push(alarm);
  }

  /** Lambda keeps an alarm for six hours and tries again, so that not even a full account loses it. */
  private tellerOf({ messages, deadLetters, reserveConcurrency }: WatchdogProps): SpendwatchFunction {
    return new SpendwatchFunction(this, 'Alarm', {
      file: 'alarm.ts',
      description: 'Says on the topic what an alarm says',
      timeout: Duration.seconds(30),
      memorySize: 256,
      oneAtATime: reserveConcurrency,
    })
      .uses('SPENDWATCH_TOPIC_ARN', messages.topic.topicArn, ...messages.publishing())
      .failsInto(deadLetters, { retries: 2, within: Duration.hours(6) });
  }
}

type AlarmTerms = {
  /** What is wrong and where to look, in fewer characters than the subject of a message takes. */
  readonly says: string;
  readonly metric: IMetric;
  readonly threshold?: number;
  readonly comparisonOperator?: ComparisonOperator;
  readonly treatMissingData?: TreatMissingData;
  readonly evaluationPeriods?: number;
  readonly datapointsToAlarm?: number;
};

/** A function that did not run has no value: it counts as none, and the other's still counts. */
const overLegs =
  (expression: (filled: readonly string[]) => string) =>
  (metrics: readonly IMetric[]): MathExpression => {
    const named = Object.fromEntries(metrics.map((metric, index) => [`leg${index}`, metric]));
    return new MathExpression({
      expression: expression(Object.keys(named).map((name) => `FILL(${name}, 0)`)),
      usingMetrics: named,
      period: pollInterval,
    });
  };
const added = overLegs((filled) => filled.join(' + '));
const longest = overLegs((filled) => `MAX([${filled.join(', ')}])`);
