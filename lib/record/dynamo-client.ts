import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export type DynamoOptions = {
  /** Another server than AWS. */
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
};

/**
 * A client that gives up in seconds. The SDK's own limits are five minutes without a byte, then
 * three more attempts: longer than there is between two polls. Without `throwOnRequestTimeout` the
 * SDK only logs that a request took too long, and goes on waiting for it.
 */
export const dynamoClient = (options: DynamoOptions = {}): DynamoDBClient =>
  new DynamoDBClient({
    ...options,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true },
  });
