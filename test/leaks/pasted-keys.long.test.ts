import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mayBeKey, shownName, withoutKeys } from '../../lib/config/settings/may-be-key.ts';
import { systemClock } from '../../lib/jobs/system-clock.ts';
import { secretKey } from '../support/api-key.ts';
import { runCommand } from '../support/commands/run-command.ts';
import { portOf } from '../support/served.ts';

const keys = [
  secretKey,
  'b7f31c9a-52e4-4d0c-9c1e-8a77f0e2d6b4',
  'Xq7Lr2Tz9Bn4Vw8Kd3Mc',
  'sk-abcdefghijklmnopqrst',
];
const settings = [
  'SPENDWATCH_CLOUD_URL',
  'SPENDWATCH_POLICY',
  'SPENDWATCH_API_KEY_FILE',
  'SPENDWATCH_ACT_KEY_FILE',
  'SPENDWATCH_KEY_PARAMETER',
  'SPENDWATCH_TABLE',
  'SPENDWATCH_TOPIC_ARN',
  'SPENDWATCH_SHARDS',
  'SPENDWATCH_POLL_INTERVAL',
  'SPENDWATCH_SLACK_WEBHOOK',
  'SPENDWATCH_WEBHOOK_URL',
  'SPENDWATCH_SMTP_URL',
];
const commands = [
  ['once'],
  ['run'],
  ['doctor'],
  ['policy', 'check'],
  ['test-alert'],
  ['status'],
  ['overrides'],
];

/** Refuses whatever it is asked at once, as the cloud and as AWS, so that no command waits to try again. */
const refusing = createServer((_, response) => response.writeHead(401).end('{}'));
let refuser: string;
let folder: string;
beforeAll(async () => {
  refuser = `http://127.0.0.1:${await portOf(refusing)}`;
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKIAEXAMPLE');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'example');
  vi.stubEnv('AWS_ENDPOINT_URL', refuser);
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-pasted-'));
  await writeFile(join(folder, 'policy.yaml'), 'version: 1\nrules: [{ name: polling, freshness: 15m }]\n');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  refusing.close();
  await rm(folder, { recursive: true });
});

const shownBy = async (command: readonly string[], environment: Readonly<Record<string, string>>) => {
  const { code, stdout, stderr } = await runCommand({
    arguments: command,
    environment: {
      SPENDWATCH_CLOUD_URL: refuser,
      AWS_ENDPOINT_URL: refuser,
      AWS_REGION: 'eu-west-1',
      SPENDWATCH_POLICY: join(folder, 'policy.yaml'),
      SPENDWATCH_DATA: join(folder, 'none'),
      ...environment,
    },
    clock: systemClock,
  });
  return { code, shown: stdout + stderr };
};

// Invariant 12.
describe('a key in the wrong place is not repeated', () => {
  it.each(settings)('by any command that has it in %s', async (variable) => {
    for (const key of keys) {
      for (const command of commands) {
        // A second way to the key is a mistake, so that no command gets as far as the cloud.
        const given = {
          SPENDWATCH_API_KEY: 'x'.repeat(20),
          SPENDWATCH_KEY_PARAMETER: '/viewer',
          [variable]: key,
        };
        for (const environment of [given, { ...given, SPENDWATCH_KEY_PARAMETER: '' }, { [variable]: key }]) {
          if (environment === given || command[0] !== 'run') {
            const { shown } = await shownBy(command, environment);
            expect(shown.includes(key), `${command.join(' ')} with ${variable}`).toBe(false);
          }
        }
      }
    }
  });

  it.each([
    ['alone', (key: string) => `${key}\n`],
    ['as a setting', (key: string) => `SPENDWATCH_API_KEY=${key}\n`],
    ['as YAML', (key: string) => `key: ${key}\n`],
    ['as a key of YAML', (key: string) => `${key}: 1\n`],
    ['in a list', (key: string) => `- ${key}\n`],
    ['in quotes that do not end', (key: string) => `"${key}\n`],
    ['after a star', (key: string) => `*${key}\n`],
    ['as JSON', (key: string) => JSON.stringify({ apiKey: key })],
    ['in a policy', (key: string) => `version: 1\nrules: [{ name: a, budget: ${key} }]\n`],
  ])('by any command whose policy is a file that holds it %s', async (_, content) => {
    const file = join(folder, 'a.key');
    for (const key of keys) {
      await writeFile(file, content(key));
      await chmod(file, 0o600);
      for (const command of commands) {
        const { shown } = await shownBy(command, { SPENDWATCH_POLICY: file });
        expect(shown.includes(key), command.join(' ')).toBe(false);
      }
    }
  });
});

describe('a key that is too short to be hidden', () => {
  it('is refused before anything is done, wherever it comes from', async () => {
    const file = join(folder, 'short.key');
    await writeFile(file, 'e\n', { mode: 0o600 });
    for (const [given, told] of [
      [{ SPENDWATCH_API_KEY: 'e' }, 'must have at least 12 characters'],
      [{ SPENDWATCH_API_KEY_FILE: file }, 'has fewer than 12 characters'],
    ] as const) {
      const { code, shown } = await shownBy(['once'], given);
      expect(code).toBe(2);
      expect(shown).toContain(told);
    }
  });
});

it('a name, a path or a sentence is not hidden', () => {
  const names = [
    '/etc/spendwatch/viewer.key',
    './spendwatch.yaml',
    'spendwatch.production.yaml',
    'research-budget-2026',
  ];
  for (const name of names) expect(withoutKeys(`the file ${name} is none`)).toBe(`the file ${name} is none`);
  expect(names.some(mayBeKey)).toBe(false);
  expect(shownName('config/eu-west-1/policy')).toBe('config/eu-west-1/policy');
});
