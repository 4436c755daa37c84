import { describe, expect, it } from 'vitest';
import { later, minutes } from '../../../lib/model/time/time.ts';
import { createPod } from '../../../lib/simulators/runpod/world/pods.ts';
import { aPod, start } from '../../simulators/runpod/an-account.ts';
import { aWatchedAccount } from './a-watched-account.ts';

describe('the price of a pod', () => {
  it.each([
    ['disk', { disk: 'large' }],
    ['mounts.persistent.size', { mounts: { persistent: { size: 'large' }, network: [] } }],
    ['mounts', { mounts: 'none' }],
  ])('is unknown where %s cannot be read, so that no stop seems to end all of it', async (_, spoilt) => {
    const watched = aWatchedAccount({
      change: (path, reply) =>
        path.startsWith('/v2/pods?') ? { pods: [{ ...Object(Object(reply).pods[0]), ...spoilt }] } : reply,
    });
    const { id } = createPod(watched.world.state(), aPod);
    await watched.runUntil(later(start, minutes(5)));
    const { resources } = await watched.seen();
    expect(resources).toMatchObject([{ id, price: null }]);
    expect(resources[0]?.unreadable).toHaveLength(1);
  });
});
