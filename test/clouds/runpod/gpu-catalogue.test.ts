import { describe, expect, it } from 'vitest';
import { hours, later, minutes } from '../../../lib/model/time/time.ts';
import { createPod, takeAction } from '../../../lib/simulators/runpod/world/pods.ts';
import { aPod, start } from '../../simulators/runpod/an-account.ts';
import { aWatchedAccount, pods, polled, running } from './a-watched-account.ts';

const path = '/v2/catalog/gpus';

describe('the catalogue of GPUs', () => {
  it('is read once an hour while a pod with GPUs runs, and not where none does', async () => {
    const watched = running();
    await watched.runUntil(later(start, minutes(175)));
    expect(watched.exchanges.filter((one) => one.path === path)).toHaveLength(3);
    const resting = aWatchedAccount();
    createPod(resting.world.state(), { ...aPod, compute: { kind: 'cpu', id: 'cpu3c', vcpus: 4 } });
    await resting.runUntil(later(start, hours(1)));
    expect(resting.exchanges.filter((one) => one.path === path)).toEqual([]);
  });

  it('is read again after a quarter of an hour for a GPU that it did not hold', async () => {
    const watched = running();
    await polled(watched, pods);
    const other = { kind: 'gpu', id: 'NVIDIA L40S', count: 1 } as const;
    createPod(watched.world.state(), { ...aPod, compute: other });
    watched.clock.advance(minutes(5));
    await polled(watched, pods);
    expect(watched.exchanges.filter((one) => one.path === path)).toHaveLength(1);
  });

  it('that cannot be read is reported as missing, and what was read before still counts', async () => {
    let isGone = false;
    const watched = running({
      change: (asked, reply) => (asked === path && isGone ? { gpus: 'none' } : reply),
    });
    await polled(watched, pods);
    isGone = true;
    watched.clock.advance(hours(2));
    expect(await polled(watched, pods)).toMatchObject({
      missing: [{ part: 'prices', because: expect.stringContaining('listGpuTypes') }],
      usage: [{ points: [{ gpu: { known: 4, memory: expect.any(Number) } }] }],
    });
    takeAction(watched.world.state(), watched.pod.id, 'stop');
    expect(watched.pod.life.at(-1)?.status).toBe('EXITED');
    expect(await polled(watched, pods)).toMatchObject({ missing: [] });
  });
});
