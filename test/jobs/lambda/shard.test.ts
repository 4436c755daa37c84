import { describe, expect, it } from 'vitest';
import { readShard } from '../../../lib/jobs/lambda/shard.ts';
import { ProjectId, projectTarget, TargetId } from '../../../lib/model/ids.ts';
import { isInShard, wholeFleet } from '../../../lib/model/shard.ts';
import { headKey, headRanges } from '../../../lib/record/keys.ts';

const targets = Array.from({ length: 1_000 }, (_, number) =>
  projectTarget(null, ProjectId.parse(`lab-${number}`)),
);
const accounts = ['account/main', 'account/other', 'group/all'].map((id) => TargetId.parse(id));

describe('shards', () => {
  it.each([1, 2, 3, 5, 16, 64])(
    'of which there are %i divide all targets fairly, each target in exactly one',
    (count) => {
      const sizes = Array.from(
        { length: count },
        (_, index) => targets.filter((target) => isInShard(target, { index, count })).length,
      );
      expect(sizes.reduce((total, size) => total + size)).toBe(targets.length);
      const fair = targets.length / count;
      expect(Math.max(...sizes)).toBeLessThan(fair * 2 + 8);
    },
  );

  it.each([2, 3, 16, 20, 64])('of which there are %i read their own projects, and all accounts', (count) => {
    for (const index of [0, 1, count - 1]) {
      const shard = { index, count };
      const ranges = headRanges(shard);
      const isRead = (target: TargetId) => {
        const { pk, sk } = headKey(target);
        return ranges.some((range) => range.pk === pk && range.first <= sk && sk <= range.last);
      };
      expect(targets.filter((target) => isInShard(target, shard)).every(isRead)).toBe(true);
      expect(accounts.every(isRead)).toBe(true);
      // Whatever else is in the partitions belongs to the shards that share them.
      const shared = targets.filter((target) => isRead(target) && !isInShard(target, shard));
      expect(shared.length > 0).toBe(count > 16);
    }
  });

  it('leave accounts and groups to the first shard', () => {
    expect(accounts.filter((target) => isInShard(target, { index: 0, count: 16 }))).toEqual(accounts);
  });

  it.each([{}, null, undefined, { shard: 0 }, { source: 'aws.scheduler' }])(
    'need no number while there is only one: %j',
    (event) => {
      expect(readShard(event, 1)).toEqual(wholeFleet);
    },
  );

  it('are the ones that the event names', () => {
    expect(readShard({ shard: 2 }, 3)).toEqual({ index: 2, count: 3 });
  });

  it.each([{}, { shard: 3 }, { shard: -1 }, { shard: 0.5 }, { shard: '0' }, { shard: null }, 'shard', null])(
    'are not guessed from %j where there are three',
    (event) => {
      expect(() => readShard(event, 3)).toThrow('the event must name a shard from 0 to 2');
    },
  );
});
