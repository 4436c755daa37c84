import { describe, expect, it } from 'vitest';
import { earlier, hours, later, minutes } from '../../../lib/model/time/time.ts';
import { createPod } from '../../../lib/simulators/runpod/world/pods.ts';
import { aPod, start } from '../../simulators/runpod/an-account.ts';
import { aWatchedAccount } from './a-watched-account.ts';

type Pod = Readonly<Record<string, unknown>>;

const policy = `
version: 1
mode: enforce
protect: [{ younger-than: 1m }]
caps: { per-run: 9, per-day: 30, share: 100% }
rules:
  - { name: idle, idle: 30m, gpu-window: 30m, then: [{ stop: after 15m, may-erase: true }] }
  - { name: old, waste: [stopped-vm], after: 15m, then: [{ terminate: after 1h, without-image: true }] }
`;

/** An account with a pod of a workload, as every reply shows it; `isListed` says in which minutes the list holds it. */
async function aStory(
  kind: 'training' | 'abandoned',
  change: (pod: Pod, minute: number) => Pod,
  until: number,
  isListed: (minute: number) => boolean = () => true,
) {
  const watched = aWatchedAccount({
    policy,
    credit: 10_000,
    spendLimit: 1_000,
    script: [
      {
        at: earlier(start, hours(5)),
        happen: (state) => void createPod(state, { ...aPod, workload: { kind } }),
      },
    ],
    change(path, reply) {
      const minute = (watched.clock.now() - start) / minutes(1);
      const { pods, ...record }: { readonly pods?: readonly Pod[] } = Object(reply);
      if (pods !== undefined) return { pods: isListed(minute) ? pods.map((pod) => change(pod, minute)) : [] };
      return path.startsWith('/v2/pods/') && 'status' in record ? change(record, minute) : reply;
    },
  });
  await watched.runUntil(later(start, minutes(until)));
  const asked = watched.exchanges.flatMap(({ path, sent }) =>
    path.endsWith('/action') ? [String(Object(sent).action)] : [],
  );
  const [pod] = (await watched.seen()).resources;
  return { asked, pod };
}

const resting = (status: string, more: Pod) => (pod: Pod) => ({
  ...pod,
  status,
  actions: ['start', 'terminate'],
  ...more,
});
const withUse = (util: number, memoryUtil: number) => (pod: Pod) => ({
  ...pod,
  runtime: {
    ...Object(pod['runtime']),
    cpu: { util: 1 },
    gpus: [1, 2, 3, 4].map(() => ({ util, memoryUtil })),
  },
});

describe('a pod whose status says that it rests (invariants 1, 17)', () => {
  it.each([
    ['EXITED', 'it costs something', { runtime: null }],
    ['EXITED', 'its gauges are shown', { cost: 0 }],
    ['TERMINATED', 'it costs something', { runtime: null }],
    ['TERMINATED', 'its gauges are shown', { cost: 0 }],
  ])('is in an unknown state where it is %s while %s', async (status, _, more) => {
    const { pod } = await aStory('training', resting(status, more), 0);
    expect(pod).toMatchObject({ activity: 'unknown' });
    expect(pod?.unreadable?.map(({ field }) => field)).toContain('status');
    expect(Number(pod?.price?.running ?? 1)).toBeGreaterThan(0);
  });

  it.each([
    ['stays while its gauges are shown', {}, []],
    ['is deleted where nothing contradicts it', { cost: 0, runtime: null }, ['terminate']],
  ])('%s', async (_, more, expected) => {
    const { asked } = await aStory('training', resting('EXITED', more), 95);
    expect(asked).toEqual(expected);
  });
});

it.each([
  ['less than 1 % of each GPU may be a ratio, and stops no pod', 0.97, []],
  ['1 % of each GPU is that of an idle pod', 1, ['stop']],
])('A GPU use of %s (invariant 26)', async (_, util, expected) => {
  const { asked } = await aStory('training', withUse(util, 60), 45);
  expect(asked).toEqual(expected);
});

it('An idle pod that every second list lacks is stopped by the gauges of its own record', async () => {
  const isListed = (minute: number) => (minute / 5) % 2 === 0;
  const { asked } = await aStory('abandoned', (pod) => pod, 45, isListed);
  expect(asked).toEqual(['stop']);
});
