import { Duration } from 'aws-cdk-lib';
import {
  type IMetric,
  MathExpression,
  type MathExpressionOptions,
  Metric,
  type MetricOptions,
  Stats,
} from 'aws-cdk-lib/aws-cloudwatch';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { pollInterval } from './invoking.ts';

export const threePolls = Duration.minutes(pollInterval.toMinutes() * 3);

type Measured = {
  readonly watch: IFunction;
  readonly act: IFunction;
  readonly topic: ITopic;
  readonly deadLetters: IQueue;
  /** The functions with an address of their own, if there are any. */
  readonly answer: IFunction | undefined;
  readonly push: IFunction | undefined;
  /** True if `act` has concurrency of its own. */
  readonly reserveConcurrency: boolean;
};

export type OwnMetrics = ReturnType<typeof ownMetrics>;

/** Returns the metrics of spendwatch itself. */
export function ownMetrics({ watch, act, topic, deadLetters, answer, push, reserveConcurrency }: Measured) {
  const sum = { period: pollInterval, statistic: Stats.SUM };
  const longer = { period: threePolls, statistic: Stats.SUM };
  const highest = { period: pollInterval, statistic: Stats.MAXIMUM };
  return {
    // `act` runs after every `watch`, so a missing run of `act` shows a failure anywhere in the chain.
    polls: (options?: MetricOptions) => act.metricInvocations({ ...longer, ...options }),
    // A run that meets blindness, such as a rejected key or an unreachable cloud, fails.
    blind: (options?: MathExpressionOptions) =>
      combined('SUM', { watch: watch.metricErrors(sum), act: act.metricErrors(sum) }, pollInterval, options),
    throttled: (options?: MathExpressionOptions) =>
      combined(
        'SUM',
        {
          watch: watch.metricThrottles(sum),
          // With a place of its own, it only waits for earlier runs of itself, and the duration tells of one that takes so long.
          ...(!reserveConcurrency && { act: act.metricThrottles(sum) }),
        },
        pollInterval,
        options,
      ),
    duration: (options?: MathExpressionOptions) =>
      combined(
        'MAX',
        { watch: watch.metricDuration(highest), act: act.metricDuration(highest) },
        pollInterval,
        options,
      ),
    // For example a bounced e-mail, or an endpoint that no longer exists, after SNS had accepted the message.
    undelivered: (options?: MetricOptions) =>
      topic.metricNumberOfNotificationsFailed({ ...longer, ...options }),
    lost: (options?: MathExpressionOptions) =>
      combined(
        'SUM',
        {
          // Counts arriving messages. Nothing drains the queue, so an alarm on its length would never resolve.
          deadLetters: deadLetters.metricNumberOfMessagesSent(longer),
          ...(answer && unserved('answer', answer, longer)),
          ...(push && unserved('push', push, longer)),
        },
        threePolls,
        options,
      ),
  };
}

/** Combines metrics of functions. A function that did not run has no value, and counts as zero. */
const combined = (
  by: 'SUM' | 'MAX',
  usingMetrics: Readonly<Record<string, IMetric>>,
  period: Duration,
  options: MathExpressionOptions = {},
): MathExpression =>
  new MathExpression({
    expression: `${by}(FILL(METRICS(), 0))`,
    usingMetrics: { ...usingMetrics },
    period,
    ...options,
  });

/** Returns metrics of unserved requests to a function's address: errors, crashes, and missing concurrency. */
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
