import { Agent } from 'undici';
import { type AwsCredentials, awsSignature } from '../../clouds/http/aws-signature.ts';
import { awsEndpoint } from '../../config/settings/aws-endpoint.ts';
import type { Environment } from '../../config/settings/environment.ts';
import type { PolicyLocation } from '../../config/settings/policy-location.ts';
import { milliseconds, seconds } from '../../model/time/time.ts';
import type { VersionedText } from '../policy/policy-at-location.ts';
import { systemClock } from '../system-clock.ts';
import { readParameter } from './parameter-reader.ts';

/** Returns a function that reads the text at a location of a policy, with its version. */
export function policyReader(
  location: PolicyLocation,
  environment: Environment,
  credentials: AwsCredentials,
): () => Promise<VersionedText> {
  if (location.kind === 's3') return objectReader(location, environment, credentials);
  const read = readParameter(environment);
  return async () => {
    const { Value: text = '', Version: version } = await read(location.name);
    return { text, version: `${version}` };
  };
}

/** A policy that cannot be read; its name is the error code of S3 or of the network. */
class UnreadablePolicy extends Error {
  override readonly name: string;

  constructor(name: string) {
    super(`the policy cannot be read: ${name}`);
    this.name = name;
  }
}

/** The maximum size of a policy in bytes. The ledger stores it in one record, whose limit is 400 KB. */
const largestPolicy = 200_000;
const mostTries = 3;
const answerWithin = seconds(3);

/** Reads an object of S3 with signed requests: the SDK's client would be larger than all other code of the function. */
function objectReader(
  { bucket, key }: Extract<PolicyLocation, { kind: 's3' }>,
  environment: Environment,
  credentials: AwsCredentials,
): () => Promise<VersionedText> {
  const { AWS_REGION: region = '' } = environment;
  const url = new URL(`${awsEndpoint(environment)('s3', region)}/${bucket}/${key}`);
  const sign = awsSignature('s3', region, credentials);
  const agent = new Agent({
    connect: { timeout: seconds(1) },
    headersTimeout: answerWithin,
    bodyTimeout: answerWithin,
    maxResponseSize: largestPolicy,
  });
  const read = async (): Promise<VersionedText | number> => {
    const headers = await sign({ method: 'GET', url, headers: {} });
    const signal = AbortSignal.timeout(answerWithin * 2);
    const { origin, pathname: path } = url;
    const reply = await agent.request({ origin, path, method: 'GET', headers, reset: true, signal });
    const text = await reply.body.text();
    const { statusCode: status } = reply;
    if (status === 200) return { text, version: readObjectVersion(reply.headers) };
    if (status >= 500) return status;
    throw new UnreadablePolicy(/<Code>(\w{3,60})<\/Code>/.exec(text)?.[1] ?? `status ${status}`);
  };
  return async () => {
    for (let attempt = 1; ; attempt += 1) {
      const result = await read().catch((error: unknown) => {
        if (error instanceof UnreadablePolicy || attempt === mostTries) throw nameOnly(error);
        return 500;
      });
      if (typeof result !== 'number') return result;
      if (attempt === mostTries) throw new UnreadablePolicy(`status ${result}`);
      await systemClock.sleep(milliseconds(attempt * 200));
    }
  };
}

/** Returns the version of an object, or its ETag in a bucket without versions. */
function readObjectVersion(headers: Readonly<Record<string, string | string[] | undefined>>): string {
  const { 'x-amz-version-id': version, etag } = headers;
  return typeof version === 'string' && version !== 'null' ? version : `${etag}`.replaceAll('"', '');
}

/** Returns an error with only the code of another one, whose message may contain the address. */
function nameOnly(error: unknown): Error {
  if (error instanceof UnreadablePolicy) return error;
  if (!(error instanceof Error)) return new UnreadablePolicy('error');
  return new UnreadablePolicy('code' in error && typeof error.code === 'string' ? error.code : error.name);
}
