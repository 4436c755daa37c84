import { describe, expect, it } from 'vitest';
import { isInShard, shardOf, wholeFleet } from '../../lib/jobs/shard.ts';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';

const targets = Array.from({ length: 1_000 }, (_, number) => projectTarget(ProjectId.parse(`lab-${number}`)));

describe('shards', () => {
  it.each([1, 2, 3, 5, 16, 64])(
    'of which there are %i have every target in one of them, and a fair part each',
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

  it.each([{}, null, undefined, { shard: 0 }, { source: 'aws.scheduler' }])(
    'need no name while there is one: %j',
    (event) => {
      expect(shardOf(event, 1)).toEqual(wholeFleet);
    },
  );

  it('are the ones that the event names', () => {
    expect(shardOf({ shard: 2 }, 3)).toEqual({ index: 2, count: 3 });
  });

  it.each([{}, { shard: 3 }, { shard: -1 }, { shard: 0.5 }, { shard: '0' }, { shard: null }, 'shard', null])(
    'are not guessed from %j where there are three',
    (event) => {
      expect(() => shardOf(event, 3)).toThrow('the event must name a shard from 0 to 2');
    },
  );
});
