import { describe, expect, it } from 'vitest';
import { listProjects } from '../../lib/cloud/contract/projects.ts';
import type { Cloud } from '../../lib/cloud/operation.ts';
import { type KeyStore, refreshedCloud } from '../../lib/jobs/refreshed-cloud.ts';
import { failing, scriptedCloud } from '../support/scripted-cloud.ts';

/** A platform that knows some keys, and a store that is asked for the next one. */
async function aPlatform(accepted: readonly string[], stored: readonly string[]) {
  const reads: Array<string | undefined> = [];
  const used: string[] = [];
  const store: KeyStore = async (refused) => {
    reads.push(refused);
    return stored[Math.min(reads.length, stored.length) - 1] ?? '';
  };
  const open = (key: string): Cloud =>
    scriptedCloud({
      listProjects: () => {
        used.push(key);
        if (!accepted.includes(key)) throw failing('unauthenticated');
        return [];
      },
    });
  const cloud = await refreshedCloud(store, open);
  return { ask: () => cloud.list(listProjects, {}), reads, used };
}

describe('the cloud, while its key is replaced', () => {
  it('is asked with the key as it was read, and nothing is read again while that holds', async () => {
    const { ask, reads, used } = await aPlatform(['one'], ['one', 'two']);
    await ask();
    await ask();
    expect({ reads, used }).toEqual({ reads: [undefined], used: ['one', 'one'] });
  });

  it('is asked once more with the new key when the old one is refused', async () => {
    const { ask, reads, used } = await aPlatform(['two'], ['one', 'two']);
    expect(await ask()).toEqual({ items: [], flaws: [] });
    await ask();
    expect({ reads, used }).toEqual({ reads: [undefined, 'one'], used: ['one', 'two', 'two'] });
  });

  it('makes many that are refused together wait for one reading', async () => {
    const { ask, reads, used } = await aPlatform(['two'], ['one', 'two', 'three']);
    await Promise.all([ask(), ask(), ask()]);
    expect(reads).toEqual([undefined, 'one']);
    expect(used.toSorted()).toEqual(['one', 'one', 'one', 'two', 'two', 'two']);
  });

  it('says that the key is refused when there is no other, and reads no more for those that come after', async () => {
    const { ask, reads } = await aPlatform([], ['one', 'one', 'two']);
    await expect(ask()).rejects.toMatchObject({ kind: 'unauthenticated' });
    await expect(ask()).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect(reads).toEqual([undefined, 'one']);
  });

  it('does not go from key to key when the new one is refused too', async () => {
    const { ask, reads, used } = await aPlatform([], ['one', 'two', 'three']);
    await expect(ask()).rejects.toMatchObject({ kind: 'unauthenticated' });
    await expect(ask()).rejects.toMatchObject({ kind: 'unauthenticated' });
    expect({ reads, used }).toEqual({ reads: [undefined, 'one'], used: ['one', 'two', 'two'] });
  });

  it('lets every other failure be, without a look at the key', async () => {
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
    const cloud = await refreshedCloud(store, () => broken);
    await expect(cloud.list(listProjects, {})).rejects.toMatchObject({ kind: 'forbidden' });
    expect(reads).toEqual([undefined]);
  });
});
