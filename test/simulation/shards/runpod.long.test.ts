import { expect, it } from 'vitest';
import { catches } from '../bugs/catches.ts';
import { runpodBugs } from '../bugs/runpod-bugs.ts';
import { drawRunpod } from '../draw/draw-runpod.ts';
import { failureInWords, hunt } from '../hunt.ts';

it('Every invariant holds for weeks of random faults on RunPod', async () => {
  const { failures, tally } = await hunt({
    from: 1,
    hours: 400,
    draw: drawRunpod,
    run: () => ({ replayOneIn: 20 }),
  });
  expect(failures.map(failureInWords)).toEqual([]);
  // A simulation without events would satisfy everything.
  const all = ['stop by idle', 'stop by budget', 'stop by lifetime', 'runway', 'budget', 'idle', 'waste'];
  expect([...tally.by.keys()]).toEqual(expect.arrayContaining(all));
});

catches(runpodBugs, drawRunpod);
