import { expect, it } from 'vitest';
import { computeCloud } from '../../lib/clouds/compute/cloud.ts';
import { connectClient } from '../../lib/clouds/http/client.ts';
import { atOnce } from '../../lib/clouds/http/retry/rate-limiter.ts';
import { unnamedConnection } from '../../lib/jobs/ports.ts';
import { watch } from '../../lib/jobs/watch/watch.ts';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import { virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { aFreshnessRule } from '../support/builders/account-rule-builders.ts';
import { anIdleRule, aPolicy } from '../support/builders/policy-builders.ts';
import { boxOnTheWire } from '../support/clouds/platform.ts';
import { answer, rudeService } from '../support/rude-service.ts';
import { on } from '../support/timeline.ts';

const monster = projectTarget(null, ProjectId.parse('monster'));
const others = Array.from({ length: 8 }, (_, number) => `p${number}`);
const policy = aPolicy({ rules: [anIdleRule(), aFreshnessRule()] });

/** A platform of nine projects with one VM each; one of them lists 100,000 of everything once it has grown. */
async function aPlatform() {
  let hasGrown = false;
  const all = Array.from({ length: 100_000 }, (_, nth) => ({ id: `vm-${nth}` }));
  const { url, received } = await rudeService((response, { path }) => {
    const [, project, part] = /projects\/([^/]+)\/(.+)/.exec(path) ?? [];
    if (path === '/v1/projects')
      return answer(response, 200, { projects: [...others, 'monster'].map((id) => ({ id })) });
    if (project === 'monster' && hasGrown && (part === 'vms' || part === 'machines'))
      return answer(response, 200, { [part === 'vms' ? 'VMs' : part]: all });
    if (part === 'vms') return answer(response, 200, { VMs: [boxOnTheWire()] });
    if (project === undefined || part === undefined || part.startsWith('spend'))
      return answer(response, 404, {});
    answer(response, 200, { [part.endsWith('/monitor') ? 'items' : (part.split('/').at(-1) ?? '')]: [] });
  });
  const clock = virtualClock(on('10:00'));
  const options = { apiKey: 'a-key-for-this-test', random: Math.random, requestsPerMinute: 100_000 };
  const cloud = connectClient({ baseUrl: url, clock, limiter: atOnce, ...options });
  const connections = [unnamedConnection(computeCloud(cloud))];
  const ledger = memoryLedger();
  async function run(time: string) {
    clock.set(on(time));
    const before = received.length;
    const { targets, failures } = await watch({ clock, connections, ledger, log: () => {} }, { policy });
    expect(failures).toEqual([]);
    const asked = received.slice(before).map(({ path }) => path);
    const unseen = targets.flatMap((report) =>
      report.kind === 'turned' && report.failedBecause !== null
        ? { target: report.target, because: report.failedBecause }
        : [],
    );
    const whole = targets.filter(
      (report) => report.kind === 'turned' && report.failedBecause === null && report.missing.length === 0,
    );
    return { asked, unseen, whole: whole.length };
  }
  const grow = () => {
    hasGrown = true;
  };
  return { run, grow, close: cloud.close, head: async () => (await ledger.head(monster)) ?? expect.fail() };
}

it('a project that is too large to read fails and is reported, while its neighbours are polled completely (invariants 1, 11, 20)', async () => {
  const { run, grow, close, head } = await aPlatform();
  expect(await run('10:00')).toMatchObject({ unseen: [], whole: 9 });
  const { observation } = await head();
  grow();
  const { asked, unseen, whole } = await run('10:05');
  expect(unseen).toEqual([
    { target: monster, because: 'listVms: too much to read: over 25,000 resources in one poll' },
  ]);
  expect(whole).toBe(8);
  // Each list was asked for once, and no part of it was taken for the whole.
  expect(asked.filter((path) => path === '/v1/projects/monster/vms')).toHaveLength(1);
  expect(await head()).toMatchObject({ failedPolls: 1, observation, intents: [], outbox: [] });
  for (const time of ['10:10', '10:16']) await run(time);
  const { outbox, ...rest } = await head();
  expect(outbox.flatMap(({ notifications }) => notifications)).toEqual([
    expect.objectContaining({
      rule: 'sight',
      because: expect.stringContaining('listVms: too much to read: over 25,000 resources in one poll'),
    }),
  ]);
  expect(rest).toMatchObject({ failedPolls: 3, observation, intents: [] });
  await close();
});
