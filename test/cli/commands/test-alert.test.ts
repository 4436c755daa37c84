import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { virtualClock } from '../../../lib/simulators/compute/virtual-clock.ts';
import { markedKey } from '../../support/api-key.ts';
import { at } from '../../support/at.ts';
import { runCommand } from '../../support/commands/run-command.ts';
import { deserted, rudeService } from '../../support/rude-service.ts';

const path = `/services/${markedKey('slack-path')}`;
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spendwatch-test-alert-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function testAlert(
  environment: Readonly<Record<string, string>>,
  { alerts = '', flags = [] }: { alerts?: string; flags?: readonly string[] } = {},
) {
  const policy = join(folder, 'policy.yaml');
  await writeFile(policy, `version: 1\nrules: [{ name: pace, rate: 50 USD an hour }]\n${alerts}`);
  return runCommand({
    arguments: ['test-alert', ...flags],
    environment: { SPENDWATCH_POLICY: policy, ...environment },
    clock: virtualClock(at('2026-11-21T05:16:00Z')),
  });
}

describe('a test of the routes', () => {
  it('reaches every configured route, prints what each answered, and exits with 0', async () => {
    const { url, received } = await rudeService((response) => response.end('ok'));
    const { code, stdout, stderr } = await testAlert({
      SPENDWATCH_SLACK_URL: url + path,
      SPENDWATCH_SLACK_URL_RESEARCH: `${url}/research`,
      SPENDWATCH_WEBHOOK_URL: `${url}/in`,
      SPENDWATCH_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(received.map((request) => request.path).toSorted()).toEqual(['/in', '/research', path]);
    expect(stdout).toMatch(/^\[info\] route console: test message$/m);
    expect(stdout.split('\n').slice(-5)).toEqual([
      'slack           accepted',
      'slack/research  accepted',
      'webhook         accepted',
      'console         accepted, but delivery is not confirmed: no action relies on this route',
      '',
    ]);
  });

  it('needs no key of the cloud and no address of it', async () => {
    expect(await testAlert({})).toMatchObject({ code: 0, stderr: '' });
  });

  it('names a route that failed, without its address, and exits with 1', async () => {
    const { url } = await rudeService((response) => response.writeHead(404).end('no_service'));
    const { code, stdout } = await testAlert(
      { SPENDWATCH_SLACK_URL: url + path, SPENDWATCH_SLACK_URL_OPS: (await deserted()) + path },
      {
        alerts:
          'alerts: { routes: [{ to: slack, from: critical }, { to: slack, name: ops }, { to: console }] }',
      },
    );
    expect(code).toBe(1);
    expect(stdout).toContain('slack      failed: Slack: it answered 404 (no_service)\n');
    expect(stdout).toContain('slack/ops  failed: Slack: it could not be reached (ECONNREFUSED)\n');
    expect(stdout).toContain(
      'console    accepted, but delivery is not confirmed: no action relies on this route\n',
    );
    expect(stdout).not.toContain(path);
  });

  it('uses only one route where one is named', async () => {
    const { url, received } = await rudeService((response) => response.end('ok'));
    const set = { SPENDWATCH_SLACK_URL: url + path, SPENDWATCH_SLACK_URL_OPS: `${url}/ops` };
    const { code, stdout } = await testAlert(set, { flags: ['--route', 'slack/ops'] });
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'slack/ops  accepted\n' });
    expect(received.map((request) => request.path)).toEqual(['/ops']);
  });

  it.each([
    [
      'an unknown route',
      {},
      ['--route', 'pager'],
      '',
      '--route pager is not a route of this policy; the routes are console',
    ],
    [
      'a mistake in an address',
      { SPENDWATCH_SLACK_URL: 'hooks' },
      [],
      '',
      'SPENDWATCH_SLACK_URL must look like',
    ],
    [
      'a route without an address',
      {},
      [],
      'alerts: { routes: [{ to: slack, name: data-science }] }',
      'SPENDWATCH_SLACK_URL_DATA_SCIENCE is not set, and the policy sends messages to slack/data-science',
    ],
    ['a policy with a mistake', {}, [], 'alerts: { routes: [] }', 'alerts.routes: is empty'],
  ])('exits with 2 for %s', async (_, environment, flags, alerts, message) => {
    const { code, stdout, stderr } = await testAlert(environment, { flags, alerts });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(message);
  });
});
