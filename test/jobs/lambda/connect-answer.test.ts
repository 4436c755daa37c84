import { expect, it, onTestFinished, vi } from 'vitest';
import { buildPolicy } from '../../../lib/config/deployment/built-policy.ts';
import { connectAnswer } from '../../../lib/jobs/lambda/connect-answer.ts';
import { aPolicy } from '../../support/builders/policy-builders.ts';
import { temporaryFile } from '../../support/temporary-file.ts';

const environmentNow = () => ({
  SPENDWATCH_TABLE: 'spendwatch',
  SPENDWATCH_POLICY: temporaryFile('policy.json', buildPolicy(aPolicy())),
  SPENDWATCH_ANSWER_SECRET: 'a-secret-of-more-than-32-characters',
  AWS_REGION: 'eu-west-1',
});
/** The published example, as far as it is read: https://docs.aws.amazon.com/lambda/latest/dg/urls-invocation.html */
const atUrl = {
  version: '2.0',
  routeKey: '$default',
  rawPath: '/answer/none',
  rawQueryString: '',
  headers: { 'content-type': 'text/plain' },
  requestContext: { accountId: '123456789012', http: { method: 'GET', path: '/answer/none' } },
  body: '',
  isBase64Encoded: false,
};

it('the function of answers distinguishes a button of Amazon Q from a request to its address', async () => {
  const handler = connectAnswer({ ...environmentNow(), SPENDWATCH_AMAZON_Q_BUTTONS: 'true' });
  expect(await handler({ t: 'none' })).toBe(
    'This button is not valid. It comes from another chat or another spendwatch deployment, or was signed with an earlier secret. Use a newer message, or the command line. Nothing was recorded.',
  );
  expect(await handler(atUrl)).toMatchObject({ statusCode: 403 });
  expect(await handler({ ...atUrl, t: 'none' })).toMatchObject({ statusCode: 403 });
  const { requestContext } = atUrl;
  expect(await handler({ t: 'none', requestContext })).toBe(
    'The request has no token of a button. Press a button in a message of spendwatch. Nothing was recorded.',
  );
});

it('the function of answers accepts only requests to its address unless buttons are enabled', async () => {
  const environment = environmentNow();
  const handler = connectAnswer(environment);
  expect(await handler(atUrl)).toMatchObject({ statusCode: 403 });
  await expect(handler({ t: 'none' })).rejects.toThrow('rawPath');
  expect(() => connectAnswer({ ...environment, SPENDWATCH_AMAZON_Q_BUTTONS: 'yes' })).toThrow(
    'SPENDWATCH_AMAZON_Q_BUTTONS must be true, or not set',
  );
});

it('the function of answers replies to a chat in words when its secret cannot be read', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const environment = { ...environmentNow(), SPENDWATCH_ANSWER_SECRET: 'file:/nowhere' };
  const handler = connectAnswer({ ...environment, SPENDWATCH_AMAZON_Q_BUTTONS: 'true' });
  expect(await handler({ t: 'none' })).toMatch(
    /^spendwatch cannot use its ledger, its policy or a secret at the moment\./,
  );
  expect(written.mock.calls.join()).toContain('"event":"answer-failed"');
});

it('the page of the function of answers reports that links are unavailable, and its log names the place without a secret', async () => {
  const written = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => written.mockRestore());
  const handler = connectAnswer({ ...environmentNow(), SPENDWATCH_ANSWER_SECRET: 'file:/keys/answer' });
  expect(await handler(atUrl)).toMatchObject({
    statusCode: 503,
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    body: expect.stringMatching(/Links are unavailable at the moment.*cannot be read.*Nothing was recorded/s),
  });
  expect(written.mock.calls.join()).toContain('cannot read the file /keys/answer');
});
