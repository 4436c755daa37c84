import { describe, expect, it } from 'vitest';
import { computeCloud } from '../../../lib/clouds/compute/cloud.ts';
import { connectClient } from '../../../lib/clouds/http/client.ts';
import { defaultTimeouts } from '../../../lib/clouds/http/exchange.ts';
import { atOnce } from '../../../lib/clouds/http/retry/rate-limiter.ts';
import type { Clock } from '../../../lib/jobs/ports.ts';
import { unnamedConnection } from '../../../lib/jobs/ports.ts';
import { watch } from '../../../lib/jobs/watch/watch.ts';
import { ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { instant, later, milliseconds, minutes, type Span, seconds } from '../../../lib/model/time/time.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { boxOnTheWire } from '../../support/clouds/platform.ts';
import { answer, rudeService } from '../../support/rude-service.ts';

/** Long enough for every answer that arrives at all. */
const attempt = milliseconds(1_500);

/** A clock that stands still except where it is set forward. */
function aClock() {
  let now = instant(Date.UTC(2026, 10, 21, 10));
  const clock: Clock = { now: () => now, sleep: async () => {} };
  return {
    clock,
    pass: (span: Span) => {
      now = later(now, span);
    },
  };
}

const stuck = projectTarget(null, ProjectId.parse('stuck'));
const others = Array.from({ length: 20 }, (_, number) => `p${number}`);

/** A platform of 21 projects, in one of which the monitors of all VMs take the request and never answer. */
async function aPlatformThatHangs(vms: number, pass: (span: Span) => void) {
  let inFlight = 0;
  let most = 0;
  const { url, received } = await rudeService((response, { path }) => {
    const [, project, part] = /projects\/([^/]+)\/(.+)/.exec(path) ?? [];
    if (project === undefined)
      return path === '/v1/projects'
        ? answer(response, 200, { projects: [...others, 'stuck'].map((id) => ({ id })) })
        : answer(response, 404, {});
    if (part === 'vms') {
      const count = project === 'stuck' ? vms : 1;
      const VMs = Array.from({ length: count }, (_, number) => boxOnTheWire({ id: `vm-${number}` }));
      return answer(response, 200, { VMs });
    }
    if (part?.endsWith('/monitor') && project === 'stuck') {
      inFlight += 1;
      most = Math.max(most, inFlight);
      response.on('close', () => {
        inFlight -= 1;
        // Of eight at once, each takes its part of the 32 seconds that all of them hang.
        pass(seconds(4));
      });
      return;
    }
    answer(response, 200, part?.endsWith('/monitor') ? { items: [] } : {});
  });
  return { url, received, most: () => most };
}

describe('a target whose monitors hang (invariant 11)', () => {
  it.each([60, 220])('with %d VMs delays no other target, and is polled without its use', async (vms) => {
    const { clock, pass } = aClock();
    const platform = await aPlatformThatHangs(vms, pass);
    const cloud = connectClient({
      baseUrl: platform.url,
      apiKey: 'a-key-for-this-test',
      clock,
      random: Math.random,
      timeouts: { ...defaultTimeouts, attempt },
      requestsPerMinute: 100_000,
      inFlight: 32,
      limiter: atOnce,
    });
    const ports = {
      clock,
      connections: [unnamedConnection(computeCloud(cloud))],
      ledger: memoryLedger(),
      log: () => {},
    };
    const policy = aPolicy({ rules: [anIdleRule()] });
    await watch(ports, { policy });
    pass(minutes(5));
    const before = platform.received.length;
    const order: string[] = [];
    const report = await watch(ports, { policy, onTurn: ({ head }) => void order.push(head.target) });
    // Every other target was polled completely and committed before the hanging one was given up.
    expect(order).toHaveLength(21);
    expect(order.at(-1)).toBe(stuck);
    const hanging = report.targets.flatMap((target) =>
      target.kind === 'turned' && target.missing.some(({ part }) => part === 'usage') ? target.target : [],
    );
    expect(hanging).toEqual([stuck]);
    const { observation, failedPolls } = (await ports.ledger.head(stuck)) ?? {};
    expect([failedPolls, observation?.kind === 'project' && observation.resources.length]).toEqual([0, vms]);
    // The hanging one gets no more requests than it has time for, and a quarter of the places; the server sees an end late.
    expect(platform.most()).toBeLessThanOrEqual(16);
    const asked = platform.received
      .slice(before)
      .filter(({ path }) => path.includes('stuck') && path.endsWith('/monitor'));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThan(60);
    await cloud.close();
  });
});
