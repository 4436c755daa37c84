import { describe, expect, it } from 'vitest';
import { listProjects } from '../../../lib/clouds/compute/contract/billing-accounts.ts';
import type { CloudClient } from '../../../lib/clouds/http/operation.ts';
import { type KeyStore, refreshedClient } from '../../../lib/clouds/http/refreshed-client.ts';
import { failing, scriptedCloud } from '../../support/clouds/scripted-cloud.ts';

/** A platform that knows some keys, and a store that is asked for the next one. */
function aPlatform(accepted: readonly string[], stored: readonly string[]) {
  const reads: Array<string | undefined> = [];
  const used: string[] = [];
  const store: KeyStore = async (refused) => {
    reads.push(refused);
    return stored[Math.min(reads.length, stored.length) - 1] ?? '';
  };
  const open = (key: string): CloudClient =>
    scriptedCloud({
      listProjects: () => {
        used.push(key);
        if (!accepted.includes(key)) throw failing('unauthenticated');
        return [];
      },
    });
  const cloud = refreshedClient(store, open, true);
  return { ask: () => cloud.list(listProjects, {}), reads, used };
}

describe('the cloud, while its key is replaced', () => {
  it('needs no key until a request is sent', async () => {
    const { ask, reads } = aPlatform(['one'], ['one']);
    expect(reads).toEqual([]);
    await ask();
    expect(reads).toEqual([undefined]);
  });

  it('is asked with the key that was read, which is not read again while it is accepted', async () => {
    const { ask, reads, used } = aPlatform(['one'], ['one', 'two']);
    await ask();
    await ask();
    expect({ reads, used }).toEqual({ reads: [undefined], used: ['one', 'one'] });
  });

  it('is asked once more with the new key when the old one is refused', async () => {
    const { ask, reads, used } = aPlatform(['two'], ['one', 'two']);
    expect(await ask()).toEqual({ items: [], flaws: [] });
    await ask();
    expect({ reads, used }).toEqual({ reads: [undefined, 'one'], used: ['one', 'two', 'two'] });
  });

  it('has the key read once for many requests that are refused together', async () => {
    const { ask, reads, used } = aPlatform(['two'], ['one', 'two', 'three']);
    await Promise.all([ask(), ask(), ask()]);
    expect(reads).toEqual([undefined, 'one']);
    expect(used.toSorted()).toEqual(['one', 'one', 'one', 'two', 'two', 'two']);
  });

  it('is reported to refuse the key when there is no other, without another read for later requests', async () => {
    const { ask, reads } = aPlatform([], ['one', 'one', 'two']);
    await expect(ask()).rejects.toMatchObject({ kind: 'unauthenticated' });
    await expect(ask()).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(reads).toEqual([undefined, 'one']);
  });

  it('is not asked with a third key when the new one is refused too', async () => {
    const { ask, reads, used } = aPlatform([], ['one', 'two', 'three']);
    await expect(ask()).rejects.toMatchObject({ kind: 'unauthenticated' });
    await expect(ask()).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect({ reads, used }).toEqual({ reads: [undefined, 'one'], used: ['one', 'two', 'two'] });
  });

  it('is reported to refuse the key where the store no longer has one', async () => {
    const reads: unknown[] = [];
    const store: KeyStore = async (refused) => {
      reads.push(refused);
      if (refused !== undefined) throw new Error('no key');
      return 'one';
    };
    const listProjects_ = () => {
      throw failing('unauthenticated');
    };
    const cloud = refreshedClient(store, () => scriptedCloud({ listProjects: listProjects_ }), true);
    for (let time = 0; time < 2; time += 1)
      await expect(cloud.list(listProjects, {})).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(reads).toEqual([undefined, 'one']);
  });

  it('has a missing key read once for all concurrent requests, each of which fails', async () => {
    const reads: unknown[] = [];
    const cloud = refreshedClient(
      async (refused) => {
        reads.push(refused);
        throw new Error('no key');
      },
      () => scriptedCloud({}),
      true,
    );
    const answers = await Promise.allSettled([cloud.list(listProjects, {}), cloud.list(listProjects, {})]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(reads).toEqual([undefined]);
  });

  it('fails for any other reason without the key being read again', async () => {
    const reads: unknown[] = [];
    const store: KeyStore = async (refused) => {
      reads.push(refused);
      return 'one';
    };
    const broken = scriptedCloud({
      listProjects: () => {
        throw failing('forbidden');
      },
    });
    const cloud = refreshedClient(store, () => broken, true);
    await expect(cloud.list(listProjects, {})).rejects.toMatchObject({ kind: 'forbidden' });
    expect(reads).toEqual([undefined]);
  });
});
