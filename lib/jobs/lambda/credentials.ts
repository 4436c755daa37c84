import type { AwsCredentials } from '../../clouds/http/aws-signature.ts';
import type { Environment } from '../../config/settings/environment.ts';

/** Returns the credentials that Lambda puts into the environment. The SDK's default chain would lengthen the cold start. */
export function readLambdaCredentials({
  AWS_ACCESS_KEY_ID: accessKeyId,
  AWS_SECRET_ACCESS_KEY: secretAccessKey,
  AWS_SESSION_TOKEN: sessionToken,
}: Environment) {
  if (!accessKeyId || !secretAccessKey) return {};
  return { credentials: { accessKeyId, secretAccessKey, ...(sessionToken && { sessionToken }) } };
}

/** Returns the credentials that requests are signed with. If there are none, signing fails with a TypeError. */
export const processCredentials = (environment: Environment): AwsCredentials =>
  readLambdaCredentials(environment).credentials ??
  (() => Promise.reject(new TypeError('there are no AWS credentials')));
