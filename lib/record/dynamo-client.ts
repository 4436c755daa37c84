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
  /** The profile of the shared AWS configuration to take region and credentials from. */
  readonly profile?: string;
  /** A socket of this machine to reach the server over. */
  readonly socketPath?: string;
};

/**
 * A client that gives up in seconds. The SDK's own limits are five minutes without a byte, then
 * three more attempts: longer than there is between two polls. Without `throwOnRequestTimeout` the
 * SDK only logs that a request took too long, and goes on waiting for it.
 */
export function dynamoClient({ socketPath, ...options }: DynamoOptions = {}): DynamoDBClient {
  const agent = { keepAlive: true, socketPath };
  return new DynamoDBClient({
    ...options,
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 2_000,
      requestTimeout: 5_000,
      throwOnRequestTimeout: true,
      ...(socketPath !== undefined && { httpAgent: agent }),
    },
  });
}
