import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

export type DynamoOptions = {
  /** The address of a server other than AWS. */
  readonly endpoint?: string;
  readonly region?: string;
  readonly credentials?: {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    readonly sessionToken?: string;
  };
  /** The profile of the shared AWS configuration with the region and credentials. */
  readonly profile?: string;
  /** The Unix socket of a local server. */
  readonly socketPath?: string;
};

/**
 * Creates a client that times out within seconds. The SDK's defaults are five minutes without a byte and three more
 * attempts, which is longer than the poll interval. Without `throwOnRequestTimeout`, the SDK only logs a timeout and
 * keeps waiting.
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
