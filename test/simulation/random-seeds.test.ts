import { expect, it } from 'vitest';
import { failureInWords, hunt } from './hunt.ts';

// This is a sample; shards/random-seeds-*.long.test.ts run a quarter of a year.
it('Every invariant holds for a week of random faults from the first seed on', async () => {
  const { failures, tally, perAlert } = await hunt({
    from: 1,
    hours: 168,
    run: () => ({ replayOneIn: 20 }),
  });
  expect(failures.map(failureInWords)).toEqual([]);
  expect(tally.acts).toBeGreaterThan(0);
  expect(tally.deliveries).toBeGreaterThan(0);
  expect(perAlert.calm).toBe(1);
});
