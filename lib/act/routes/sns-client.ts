import { SNSClient, type SNSClientConfig } from '@aws-sdk/client-sns';
import { type Span, seconds } from '../../model/time.ts';

export type SnsClientOptions = {
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: NonNullable<SNSClientConfig['credentials']>;
  /** How long one request may take. */
  readonly answerWithin?: Span;
};

/**
 * A client that gives up soon: three tries within about ten seconds. What it could not send stays
 * in the outbox, so the next run tries again; left alone the SDK would wait without end.
 */
export function snsClient({ answerWithin = seconds(3), ...options }: SnsClientOptions = {}): SNSClient {
  return new SNSClient({
    ...options,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: seconds(1),
      requestTimeout: answerWithin,
      // Without this the SDK only warns of a request that takes too long.
      throwOnRequestTimeout: true,
    },
  });
}
