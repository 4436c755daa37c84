import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  accountTarget,
  BillingAccountId,
  ProjectId,
  projectTarget,
  Subject,
  type TargetId,
} from '../../../lib/model/ids.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import { dynamoLedger } from '../../../lib/record/dynamo-ledger.ts';
import { type EmbeddedLedger, startEmbeddedLedger } from '../../../lib/service/ledger/embedded-ledger.ts';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { anAlert, announced } from '../../jobs/overrides/a-fleet.ts';
import {
  aHead,
  aMachine,
  anAccountObservation,
  anObservation,
  aVm,
  noon,
} from '../../support/builders/observation-builders.ts';
import { runCommand } from '../../support/commands/run-command.ts';
import { aMessage, vm } from './a-message.ts';
import { everyNotification } from './every-notification.ts';

const table = 'spendwatch';
const policy = `version: 1
mode: enforce
rules:
  - { name: forgotten machines, idle: 4h, then: [{ stop: after 1h }] }
  - { name: research budget, budget: 5000 USD a month }
  - { name: credit, runway: default }
`;

let folder: string;
let server: EmbeddedLedger;
const data = (): string => join(folder, 'ledger');

/** The resources of the examples, as the ledger holds them. */
const ofProject = (target: TargetId) =>
  aHead({
    target,
    seq: 1,
    polledAt: noon,
    observation: anObservation({ resources: [aVm({ id: 'train-7b' }), aMachine({ id: 'rack-4' })] }),
    alerts: [announced(undefined, 'forgotten machines', vm)],
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-offered-'));
  await writeFile(join(folder, 'policy.yaml'), policy);
  server = await startEmbeddedLedger({ path: data(), table });
  const ledger = dynamoLedger({ client: server.client, table });
  await ledger.commit(ofProject(projectTarget(null, ProjectId.parse('ml-infra'))));
  const main = accountTarget(null, BillingAccountId.parse('main'));
  const alerts = [anAlert({ rule: 'credit', kind: 'runway', subject: Subject.parse(main) })];
  await ledger.commit(
    aHead({ target: main, seq: 1, polledAt: noon, observation: anAccountObservation(), alerts }),
  );
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

const lines = Object.values(everyNotification).flatMap((notice) => {
  const { body } = renderMessage(aMessage(notice), { zone: 'UTC' });
  return [...body.matchAll(/ {2}spendwatch (?!will not act; )(.+)$/gm)].map(([, line = '']) => line);
});
const offered = [...new Set(lines)];

it('messages offer every command that answers them', () => {
  const names = new Set(offered.map((line) => line.split(' ')[0]));
  expect([...names].toSorted()).toEqual([
    'actions',
    'approve',
    'deny',
    'explain',
    'keep',
    'silence',
    'start',
    'status',
    'stop',
    'test-alert',
  ]);
});

it.each(offered)('`spendwatch %s` is a command that spendwatch accepts', async (line) => {
  const words = execFileSync('sh', ['-c', `printf '%s\\0' ${line}`], { encoding: 'utf8' });
  const [name = '', ...others] = words.split('\0').slice(0, -1);
  const isOfLedger = name !== 'test-alert';
  const { code, stderr } = await runCommand({
    arguments: [name, ...others, ...(isOfLedger ? ['--data', data()] : [])],
    environment: {
      USER: 'ada',
      SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
      SPENDWATCH_SLACK_URL_RESEARCH: 'http://127.0.0.1:9/none',
    },
    clock: virtualClock(noon),
  });
  expect(stderr).not.toMatch(/^error:/);
  // 1 is valid too: there is nothing left to do, or a route does not accept the test.
  expect({ code, stderr }).toMatchObject({ code: expect.toSatisfy((told) => told === 0 || told === 1) });
});
