import { execFile } from 'node:child_process';
import { inspect, promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { computeCloud } from '../../lib/clouds/compute/cloud.ts';
import { connectClient } from '../../lib/clouds/http/client.ts';
import { jsonLog } from '../../lib/jobs/log.ts';
import { unnamedConnection } from '../../lib/jobs/ports.ts';
import { watch } from '../../lib/jobs/watch/watch.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import type { Head } from '../../lib/state/head.ts';
import { keyMark, secretKey } from '../support/api-key.ts';
import { aBudgetRule, anIdleRule, aPolicy } from '../support/builders/policy-builders.ts';
import { betraysKey } from '../support/clouds/watched-cloud.ts';
import { recordingClock } from '../support/recording-clock.ts';
import { answer, rudeService } from '../support/rude-service.ts';

const echo = `Authorization: Bearer ${secretKey}`;

/** A platform whose failures repeat the key wherever they can. */
const tattling = () =>
  rudeService((response, { path }) => {
    const [, , , project = '', part = ''] = path.split('/');
    if (path === '/v1/projects') {
      return answer(response, 200, { projects: ['vms', 'page', 'redirect'].map((id) => ({ id })) });
    }
    if (project === 'page') return response.writeHead(502).end(`<pre>${echo}</pre>`);
    if (project === 'redirect') return response.writeHead(302, { location: `/?${secretKey}` }).end();
    if (part === 'vms') return answer(response, 200, { VMs: [{ id: secretKey, vcpus: {} }] });
    if (part === 'machines') return answer(response, 403, { code: 7, message: echo });
    if (part === 'volumes') return answer(response, 200, { volumes: { [secretKey]: echo } });
    answer(response, 400, { code: 3, message: secretKey, details: [{ reason: secretKey }] });
  });

describe('a run of watch against a platform that repeats the key', () => {
  it('writes it to no log line, no head and no history', async () => {
    const { url, received } = await tattling();
    const clock = recordingClock();
    const lines: string[] = [];
    const log = jsonLog(clock, (line) => void lines.push(line));
    const cloud = connectClient({ baseUrl: url, apiKey: secretKey, clock, random: () => 0.5, log });
    const inner = memoryLedger();
    const stored: unknown[] = [];
    const ledger = {
      ...inner,
      commit: async (head: Head) => {
        stored.push(head);
        return inner.commit(head);
      },
      record: async (history: Parameters<typeof inner.record>[0]) => {
        stored.push(history);
        return inner.record(history);
      },
    };
    const policy = aPolicy({ rules: [aBudgetRule(), anIdleRule()] });
    const report = await watch(
      { clock, connections: [unnamedConnection(computeCloud(cloud))], ledger, log },
      { policy },
    );
    await cloud.close();
    expect(received.every(({ headers }) => headers['authorization'] === `Bearer ${secretKey}`)).toBe(true);
    expect(report.targets.map(({ kind }) => kind)).toEqual(['turned', 'turned', 'turned']);
    // It logged many lines, so that there was something to search.
    expect(lines.length).toBeGreaterThan(5);
    expect(JSON.stringify(stored)).toContain('[redacted]');
    for (const told of [lines, stored, report]) {
      expect(betraysKey(told)).toBe(false);
      expect(JSON.stringify(told)).not.toContain(keyMark);
    }
  });
});

describe('the client itself', () => {
  it('shows its key to nobody who prints it', async () => {
    const { url } = await tattling();
    const clock = recordingClock();
    const cloud = connectClient({ baseUrl: url, apiKey: secretKey, clock, random: () => 0.5 });
    expect(inspect(cloud, { depth: Infinity, showHidden: true })).not.toContain(keyMark);
    expect(JSON.stringify(cloud)).not.toContain(keyMark);
    await cloud.close();
  });

  it.each(['undici', 'undici,fetch,http,net,tls,stream,timer'])(
    'shows its key in no output of a process that is debugged with NODE_DEBUG=%s',
    async (NODE_DEBUG) => {
      const { url, received } = await tattling();
      const module = new URL('../clouds/outcomes-of.ts', import.meta.url).href;
      const script = `const { outcomesOf } = await import('${module}');
        const { told, ...outcomes } = await outcomesOf('${url}');
        console.log(JSON.stringify(outcomes));`;
      const { stdout, stderr } = await promisify(execFile)(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '--eval', script],
        { env: { PATH: process.env['PATH'], NODE_DEBUG }, maxBuffer: 2 ** 26 },
      );
      expect(received.length).toBeGreaterThan(0);
      expect(stdout).toContain('"change":"answered"');
      expect(stderr).toMatch(/^(UNDICI|FETCH) /m);
      expect(betraysKey(stderr)).toBe(false);
    },
  );
});
