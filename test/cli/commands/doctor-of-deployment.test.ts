import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import * as z from 'zod';
import { RuleName, Subject } from '../../../lib/model/ids.ts';
import { earlier, minutes } from '../../../lib/model/time/time.ts';
import { dynamoLedger } from '../../../lib/record/dynamo-ledger.ts';
import { nothingWritten } from '../../../lib/record/ledger.ts';
import { startEmbeddedLedger } from '../../../lib/service/ledger/embedded-ledger.ts';
import { serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../lib/simulators/compute/world/world.ts';

import { markedKey } from '../../support/api-key.ts';
import { at } from '../../support/at.ts';
import { aHead, lab } from '../../support/builders/observation-builders.ts';
import { runCommand } from '../../support/commands/run-command.ts';
import { answer, type Behaviour, rudeService } from '../../support/rude-service.ts';

const table = 'spendwatch-prod';
const key = markedKey('viewer');
const now = at('2026-03-20T12:00:00');
const policy = `
version: 1
mode: enforce
rules:
  - { name: forgotten, idle: 4h, match: { gpus: 0 }, then: [{ stop: after 1h }] }
`;
const Report = z.object({
  findings: z.array(
    z.object({ id: z.string(), state: z.string(), found: z.string(), remedy: z.string().nullable() }),
  ),
});

/** The findings of a check that reads the table of a deployment, beside an SSM that behaves like this. */
async function findings(ssm: Behaviour) {
  const folder = await mkdtemp(join(tmpdir(), 'spendwatch-doctor-'));
  const { client, endpoint, close } = await startEmbeddedLedger({ table });
  const clock = virtualClock(now);
  const simulator = await serveSimulator({
    world: createWorld({ seed: 1, clock, events: [] }),
    keys: [{ key, role: 'viewer' }],
  });
  const parameters = await rudeService(ssm);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await simulator.close();
    await close();
    await rm(folder, { recursive: true });
  });
  await writeFile(join(folder, 'policy.yaml'), policy);
  const ledger = dynamoLedger({ client, table });
  await ledger.commit(aHead({ seq: 1 }));
  const due = earlier(now, minutes(30));
  await ledger.record({
    ...nothingWritten,
    target: lab,
    journal: [
      {
        id: 'one',
        at: due,
        event: 'cancelled',
        subject: Subject.parse('project/lab/vm/box'),
        rule: RuleName.parse('forgotten'),
        action: 'stop',
        because: 'it is STOPPING already',
      },
    ],
  });
  for (const [name, value] of Object.entries({
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'AKIA',
    AWS_SECRET_ACCESS_KEY: 'secret',
    AWS_ENDPOINT_URL_DYNAMODB: endpoint,
    AWS_ENDPOINT_URL_SSM: parameters.url,
  }))
    vi.stubEnv(name, value);
  const { stdout } = await runCommand({
    arguments: ['doctor', '--json', '--table', table],
    environment: {
      SPENDWATCH_CLOUD_URL: simulator.url,
      SPENDWATCH_API_KEY: key,
      SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
    },
    clock,
  });
  const found = Report.parse(JSON.parse(stdout)).findings;
  return { received: parameters.received, of: (id: string) => found.find((one) => one.id === id) };
}

const secure = (name: string, KeyId: string) => ({
  Name: `/spendwatch/${name}`,
  Type: 'SecureString',
  KeyId,
});
const plain = (name: string) => ({ Name: `/spendwatch/${name}`, Type: 'String' });
const own = 'arn:aws:kms:eu-west-1:123456789012:key/11111111-2222-3333-4444-555555555555';
const holding =
  (...Parameters: readonly object[]): Behaviour =>
  (response) =>
    answer(response, 200, { Parameters });

describe('a check-up of a deployment', () => {
  it('names the keys that every reader of parameters in the account can read, with the remedy', async () => {
    const pages: Behaviour = (response, { body }) =>
      answer(
        response,
        200,
        body.includes('"NextToken"')
          ? { Parameters: [secure('editor-key', 'alias/aws/ssm'), plain('policy')] }
          : { Parameters: [secure('viewer-key', own)], NextToken: 'next' },
      );
    const { of, received } = await findings(pages);
    expect(of('key-readers')).toMatchObject({
      state: 'advice',
      found: 'everyone in the account who may call ssm:GetParameter can read /spendwatch/editor-key',
      remedy: expect.stringMatching(/^set apiKeysKey to a KMS key of your own/),
    });
    expect(received.map(({ headers }) => headers['x-amz-target'])).toEqual([
      'AmazonSSM.DescribeParameters',
      'AmazonSSM.DescribeParameters',
    ]);
    expect(of('stops-by-others')).toMatchObject({
      state: 'advice',
      found: 'in 30 days, somebody else stopped 1 VM that a rule was about to stop: lab/box',
    });
  });

  it('finds nothing wrong with a customer KMS key, or with a policy that anyone may read', async () => {
    const { of } = await findings(
      holding(secure('viewer-key', own), secure('editor-key', own), plain('policy')),
    );
    expect(of('key-readers')).toMatchObject({ state: 'ok', remedy: null });
  });

  it.each([
    ['keys in plain text', holding(plain('editor-key')), /can read \/spendwatch\/editor-key$/],
    ['no parameters of spendwatch', holding(), /^not checked: no secret under/],
    [
      'no permission to describe parameters',
      (response) => answer(response, 400, { __type: 'AccessDeniedException', message: 'not authorized' }),
      /^not checked: AccessDeniedException: not authorized/,
    ],
  ] satisfies readonly (readonly [string, Behaviour, RegExp])[])('reports %s', async (_, ssm, found) => {
    const { of } = await findings(ssm);
    expect(of('key-readers')).toMatchObject({ state: 'advice', found: expect.stringMatching(found) });
  });
});
