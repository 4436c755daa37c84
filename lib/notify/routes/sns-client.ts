import { SNSClient, type SNSClientConfig } from '@aws-sdk/client-sns';
import { type Span, seconds } from '../../model/time/time.ts';

export type SnsClientOptions = {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: NonNullable<SNSClientConfig['credentials']>;
  /** How long one request may take. */
  readonly answerWithin?: Span;
};

/** Three tries within about ten seconds; left alone the SDK would wait without end. */
export const givesUpSoon = (answerWithin: Span = seconds(3)) => ({
  maxAttempts: 3,
  requestHandler: {
    connectionTimeout: seconds(1),
    requestTimeout: answerWithin,
    // Without this the SDK only warns of a request that takes too long.
    throwOnRequestTimeout: true,
  },
});

/** A client that gives up soon. What it could not send stays in the outbox, so the next run tries again. */
export const snsClient = ({ answerWithin, ...options }: SnsClientOptions = {}): SNSClient =>
  new SNSClient({ ...options, ...givesUpSoon(answerWithin) });
