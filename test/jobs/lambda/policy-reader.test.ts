import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readPolicyLocation } from '../../../lib/config/settings/policy-location.ts';
import { policyReader } from '../../../lib/jobs/lambda/policy-reader.ts';
import { markedKey } from '../../support/api-key.ts';
import { answer, type Behaviour, rudeService } from '../../support/rude-service.ts';

const credentials = { accessKeyId: 'AKIA', secretAccessKey: markedKey('aws-secret') };
const yaml = 'version: 1\n';

async function reading(location: string, behave: Behaviour) {
  const { url, received } = await rudeService(behave);
  const environment = {
    AWS_REGION: 'eu-west-1',
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  // The SDK's client reads some of it by itself.
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());
  return { read: policyReader(readPolicyLocation(location), environment, credentials), received };
}
const object = 's3://policies/team/spendwatch.yaml';

describe('a policy in an object', () => {
  it('is read by one signed request, with the version or the ETag', async () => {
    const { read, received } = await reading(object, (response, _, nth) =>
      response
        .writeHead(200, { etag: '"abc"', ...(nth > 1 && { 'x-amz-version-id': nth === 2 ? 'v2' : 'null' }) })
        .end(yaml),
    );
    expect(await read()).toEqual({ text: yaml, version: 'abc' });
    expect(await read()).toEqual({ text: yaml, version: 'v2' });
    expect(await read()).toEqual({ text: yaml, version: 'abc' });
    expect(received[0]).toMatchObject({
      method: 'GET',
      path: '/policies/team/spendwatch.yaml',
      headers: { authorization: expect.stringMatching(/AKIA\/\d{8}\/eu-west-1\/s3\/aws4_request/) },
    });
  });

  it('is read again where S3 fails for a moment', async () => {
    const { read, received } = await reading(object, (response, _, nth) => {
      if (nth === 1) response.destroy();
      else response.writeHead(nth === 2 ? 503 : 200, { etag: '"abc"' }).end(yaml);
    });
    expect(await read()).toEqual({ text: yaml, version: 'abc' });
    expect(received).toHaveLength(3);
  });

  const denied = `<Error><Code>AccessDenied</Code><Message>${credentials.secretAccessKey}</Message></Error>`;
  it.each<[string, Behaviour, string, number]>([
    ['is refused', (response) => response.writeHead(403).end(denied), 'AccessDenied', 1],
    ['is in another region', (response) => response.writeHead(301).end(), 'status 301', 1],
    ['is behind a failure', (response) => response.writeHead(500).end(), 'status 500', 3],
    ['never arrives', (response) => response.destroy(), 'UND_ERR_SOCKET', 3],
    [
      'is far too large',
      (response) => response.writeHead(200).end('#'.repeat(300_000)),
      'UND_ERR_RES_EXCEEDED_MAX_SIZE',
      3,
    ],
  ])('that %s is reported only with the error code (invariant 12)', async (_, behave, name, requests) => {
    const { read, received } = await reading(object, behave);
    const error: unknown = await read().catch((caught: unknown) => caught);
    expect(error).toMatchObject({ name, message: `the policy cannot be read: ${name}` });
    expect(received).toHaveLength(requests);
  });
});

describe('a policy in a parameter', () => {
  it('is read with its version', async () => {
    const { read, received } = await reading('ssm:/team/policy', (response) =>
      answer(response, 200, { Parameter: { Value: yaml, Version: 7 } }),
    );
    expect(await read()).toEqual({ text: yaml, version: '7' });
    expect(JSON.parse(received[0]?.body ?? '')).toMatchObject({ Name: '/team/policy' });
  });

  it('that does not exist is reported with the error code of SSM', async () => {
    const { read } = await reading('ssm:/team/policy', (response) =>
      answer(response, 400, { __type: 'ParameterNotFound' }),
    );
    await expect(read()).rejects.toMatchObject({ name: 'ParameterNotFound' });
  });
});
