import { expect, it } from 'vitest';
import { catches } from './bugs/catches.ts';
import { runpodBugs } from './bugs/runpod-bugs.ts';
import { cutScenario } from './cut.ts';
import { drawRunpod } from './draw/draw-runpod.ts';
import { failureInWords, hunt, violationInWords } from './hunt.ts';
import { simulate } from './run.ts';

// This is a sample; shards/runpod.long.test.ts runs more seeds, and catches all bugs.
it('Every invariant holds for a day of random faults on RunPod', async () => {
  const { failures, tally } = await hunt({
    from: 6,
    hours: 34,
    draw: drawRunpod,
    run: () => ({ replayOneIn: 20 }),
  });
  expect(failures.map(failureInWords)).toEqual([]);
  expect(tally.acts).toBeGreaterThan(0);
  expect(tally.deliveries).toBeGreaterThan(0);
});

it.each([930003, 930005])(
  'Every invariant holds where hours of the time zone split those of the bill, by seed %i',
  async (seed) => {
    const { violations } = await simulate(cutScenario(drawRunpod(seed), { hours: 1 }), { replayOneIn: 20 });
    expect(violations.map(violationInWords)).toEqual([]);
  },
);

catches(runpodBugs.slice(0, 1), drawRunpod);
