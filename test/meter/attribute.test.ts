import { describe, expect, it } from 'vitest';
import { selectTags, shareFinder } from '../../lib/meter/attribute.ts';
import type { Tags } from '../../lib/model/money/share.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { aVm, noon } from '../support/builders/observation-builders.ts';
import { anHour } from '../support/builders/share-builders.ts';

const keys = ['team', 'env'];

describe('a resource is attributed to', () => {
  it('its kind, place, GPU model and creator, and the metadata keys that the policy names', () => {
    const vm = aVm({
      gpuModel: 'H100',
      dataCenter: 'gb-london-1',
      createdBy: 'ann@example.com',
      metadata: { team: 'ml', env: '', note: 'do not touch' },
    });
    expect(selectTags(vm, keys)).toEqual({
      kind: 'vm',
      gpuModel: 'H100',
      dataCenter: 'gb-london-1',
      createdBy: 'ann@example.com',
      metadata: { team: 'ml', env: '' },
    });
  });

  it('the owner and purpose of a keep, before its metadata, and also where it has none', () => {
    const claim = { owner: 'ada', purpose: undefined };
    const metadata = { owner: 'bob', purpose: 'a demo', team: 'ml' };
    expect(selectTags(aVm({ metadata }), ['owner', 'purpose'], claim).metadata).toEqual({
      owner: 'ada',
      purpose: 'a demo',
    });
    expect(selectTags(aVm({ metadata: null }), ['owner'], claim).metadata).toEqual({ owner: 'ada' });
    expect(selectTags(aVm({ metadata }), ['team'], claim).metadata).toEqual({ team: 'ml' });
  });

  it('no metadata where the platform shows none, or the policy names no key', () => {
    expect(selectTags(aVm({ metadata: null }), keys).metadata).toBeNull();
    expect(selectTags(aVm({ metadata: { team: 'ml' } }), []).metadata).toEqual({});
    expect(selectTags(aVm({ metadata: {} }), ['constructor', 'toString']).metadata).toEqual({});
  });
});

describe('of too many sets of tags', () => {
  const vmOf = (owner: number, dataCenter = 'a'): Tags =>
    selectTags(aVm({ dataCenter, createdBy: `user-${owner}`, metadata: { team: `t${owner}` } }), keys);
  const shared = (tags: readonly Tags[]) => {
    const find = shareFinder([]);
    return tags.map(find);
  };

  it('the first 48 stay, and the rest lose metadata and creator', () => {
    const tags = Array.from({ length: 100 }, (_, owner) => vmOf(owner));
    const found = shared(tags);
    expect(found.slice(0, 48)).toEqual(tags.slice(0, 48));
    const merged = { ...vmOf(0), createdBy: null, metadata: null };
    expect(found.slice(48)).toEqual(Array.from({ length: 52 }, () => merged));
  });

  it('those beyond 64 share one set without tags, and there are never more', () => {
    const found = shared(Array.from({ length: 500 }, (_, index) => vmOf(index, `dc-${index}`)));
    const distinct = new Set(found.map((tags) => JSON.stringify(tags)));
    expect(distinct.size).toBe(64);
    expect(found.at(-1)).toMatchObject({ kind: 'other', dataCenter: null });
  });

  it('those that a running meter already has stay', () => {
    const shares = Array.from({ length: 64 }, (_, owner) => anHour(vmOf(owner), '1'));
    const find = shareFinder([aMeter('month', noon, { shares })]);
    expect(find(vmOf(63))).toEqual(vmOf(63));
    expect(find(vmOf(64))).toMatchObject({ kind: 'other' });
  });
});
