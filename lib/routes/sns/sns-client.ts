import { SNSClient, type SNSClientConfig } from '@aws-sdk/client-sns';
import { type Span, seconds } from '../../model/time/time.ts';

export type SnsClientOptions = {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: NonNullable<SNSClientConfig['credentials']>;
  /** The time limit of one request. */
  readonly answerWithin?: Span;
};

/** Returns client options for three attempts within about ten seconds; the SDK's defaults have no time limit. */
export const givesUpSoon = (answerWithin: Span = seconds(3)) => ({
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: seconds(1),
    requestTimeout: answerWithin,
    // Without this the SDK only logs a warning when a request takes too long.
    throwOnRequestTimeout: true,
  },
});

/** Creates a client with short time limits. A message that was not sent stays in the outbox for the next run. */
export const snsClient = ({ answerWithin, ...options }: SnsClientOptions = {}): SNSClient =>
  new SNSClient({ ...options, ...givesUpSoon(answerWithin) });
