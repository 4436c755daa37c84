import { describe, expect, it } from 'vitest';
import type { UsagePoint } from '../../../lib/model/facts/usage.ts';
import { computeSpan, earlier, hours, later, minutes, type Span } from '../../../lib/model/time/time.ts';
import type { Scope } from '../../../lib/simulators/runpod/http/access.ts';
import { findByName } from '../../../lib/simulators/runpod/world/ids.ts';
import { createPod, takeAction } from '../../../lib/simulators/runpod/world/pods.ts';
import { type State, statusOf } from '../../../lib/simulators/runpod/world/state.ts';
import { aPod, editor, start } from '../../simulators/runpod/an-account.ts';
import { aWatchedAccount, pods, poll, polled, running } from './a-watched-account.ts';

describe('gauges', () => {
  const gauges = async (watched: ReturnType<typeof aWatchedAccount>) => {
    const { usage = [] } = Object(await polled(watched, pods));
    return usage;
  };

  it('give one sample, in the slot that has just ended', async () => {
    const watched = running();
    watched.clock.advance(minutes(2));
    expect(await gauges(watched)).toMatchObject([
      {
        vm: watched.pod.id,
        points: [
          { at: later(start, minutes(5)), network: null, gpu: { known: 4, busiest: expect.any(Number) } },
        ],
      },
    ]);
  });

  it('of two polls in one slot count as the busier one, so that no observed use is lost', async () => {
    let cpu = 90;
    const watched = running({
      change: (path, reply) =>
        path.startsWith('/v2/pods')
          ? JSON.parse(JSON.stringify(reply).replaceAll(/"cpu":\{"util":\d+/g, `"cpu":{"util":${cpu}`))
          : reply,
    });
    const first = await polled(watched, pods);
    if (first.kind !== 'project') throw new TypeError('not polled');
    const cpuAfter = async (time: Span) => {
      watched.clock.advance(time);
      const known = { observation: first, usageUntil: null, deferredUsage: null, samplings: [first] };
      const [use] = Object((await poll(watched, pods)).observe(known)).usage;
      return use.points.map((point: UsagePoint) => [computeSpan(start, point.at) / minutes(1), point.cpu]);
    };
    cpu = 3;
    expect(await cpuAfter(minutes(1))).toEqual([[5, 90]]);
    expect(await cpuAfter(minutes(4))).toEqual([[10, 3]]);
  });

  it('of GPUs whose memory cannot be read prove no idleness', async () => {
    const scopes = new Set<Scope>(['pods:read']);
    const watched = running({ keys: [{ key: editor.key, scopes }] });
    expect(await gauges(watched)).toMatchObject([{ points: [{ gpu: { known: 0, memory: null } }] }]);
  });

  it('are absent for a pod that does not run, and for one without runtime', async () => {
    const watched = running({
      change: (path, reply) =>
        path.startsWith('/v2/pods')
          ? JSON.parse(JSON.stringify(reply).replaceAll(/"runtime":\{.*?"ports":\[\]\}/g, '"runtime":null'))
          : reply,
    });
    expect(await gauges(watched)).toEqual([]);
    takeAction(watched.world.state(), watched.pod.id, 'stop');
    expect(await gauges(watched)).toEqual([]);
  });
});

/** A pod that runs since two hours before. */
const pod = (name: string, kind: 'serving' | 'abandoned') => ({
  at: earlier(start, hours(2)),
  happen: (state: State) => void createPod(state, { ...aPod, name, workload: { kind } }),
});

describe('Polls that fail now and then', () => {
  it.each([
    { share: 'none', fails: () => false, stopped: 370 },
    { share: 'one in twenty', fails: (poll: number) => poll % 20 === 7, stopped: 370 },
    {
      share: 'two in a row of forty',
      fails: (poll: number) => poll % 40 === 7 || poll % 40 === 8,
      stopped: 370,
    },
    { share: 'one in ten', fails: (poll: number) => poll % 10 === 7, stopped: 370 },
    { share: 'one in eight', fails: (poll: number) => poll % 8 === 7, stopped: null },
    {
      share: 'three in a row of seventy',
      fails: (poll: number) => [37, 38, 39].includes(poll % 70),
      stopped: null,
    },
  ])(
    'permit the stop of a pod that was idle for six hours only where its readings prove it: $share',
    async ({ fails, stopped }) => {
      const stops: (readonly [string, number])[] = [];
      const watched = aWatchedAccount({
        policy: `
version: 1
mode: enforce
caps: { per-run: 3, per-day: 3, share: 100% }
rules:
  - { name: idle pods, idle: 6h, gpu-window: 6h, then: [{ stop: after 15m, may-erase: true }] }
`,
        credit: 10_000,
        script: [pod('forgotten', 'abandoned'), pod('server', 'serving')],
        change(path, reply) {
          const minute = (watched.clock.now() - start) / 60_000;
          const [, id] = /^\/v2\/pods\/(\w+)\/action$/.exec(path) ?? [];
          if (id !== undefined) stops.push([id, minute]);
          if (path.startsWith('/v2/pods?') && fails(minute / 5)) return {};
          return reply;
        },
      });
      await watched.runUntil(later(start, hours(7)));
      const forgotten = findByName(watched.world.state().pods, 'forgotten')?.id;
      expect(stops).toEqual(stopped === null ? [] : [[forgotten, stopped]]);
    },
  );
});

it('A pod whose gauges read zero at every poll is in use while the memory on its GPUs moves, and runs on', async () => {
  const watched = aWatchedAccount({
    policy: `
version: 1
mode: enforce
caps: { per-run: 3, per-day: 3, share: 100% }
rules:
  - { name: idle pods, idle: 1h, gpu-window: 1h, then: [{ stop: after 15m, may-erase: true }] }
`,
    script: [pod('forgotten', 'abandoned'), pod('server', 'serving')],
    change: (path, reply) =>
      path.startsWith('/v2/pods')
        ? JSON.parse(JSON.stringify(reply).replaceAll(/"util":\d+/g, '"util":0'))
        : reply,
  });
  await watched.runUntil(later(start, hours(5)));
  const statuses = ['forgotten', 'server'].map((name) =>
    statusOf(findByName(watched.world.state().pods, name)),
  );
  expect(statuses).toEqual(['EXITED', 'RUNNING']);
});
