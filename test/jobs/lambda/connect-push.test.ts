import { expect, it, onTestFinished, vi } from 'vitest';
import { connectPush } from '../../../lib/jobs/lambda/connect-push.ts';

it('the function of pushes asks a machine to retry while its secret cannot be read, and its log states why', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const handler = connectPush({
    SPENDWATCH_TABLE: 'spendwatch',
    SPENDWATCH_PUSH_SECRET: 'file:/keys/push',
    AWS_REGION: 'eu-west-1',
  });
  const event = {
    rawPath: '/v1/metrics',
    headers: { 'content-type': 'application/json' },
    requestContext: { http: { method: 'POST' } },
    body: '{}',
    isBase64Encoded: false,
  };
  expect(await handler(event)).toEqual({
    statusCode: 503,
    headers: { 'content-type': 'application/json', 'retry-after': '300' },
    body: '{"message":"the secret for tokens cannot be read at the moment"}',
  });
  expect(written.mock.calls.join()).toContain('cannot read the file /keys/push');
});
