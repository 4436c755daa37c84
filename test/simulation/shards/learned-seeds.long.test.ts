import { expect, it } from 'vitest';
import { hasLearnedRules } from '../draw/draw-learned.ts';
import { drawScenario } from '../draw/draw-scenario.ts';
import { violationInWords } from '../hunt.ts';
import { emptyTally } from '../oracle/oracle.ts';
import { simulate } from '../run.ts';

// Few of the seeds of random-seeds have rules that learn; a seed of months would be most of the time.
const seeds = Array.from({ length: 400 }, (_, index) => index + 1)
  .filter((seed) => hasLearnedRules(seed) && drawScenario(seed).span < 100 * 3_600_000)
  .slice(0, 8);

it('Every invariant holds where rules learn from weeks before the start, some of which are lost', async () => {
  const tally = emptyTally();
  let told = 0;
  for (const seed of seeds) {
    const scenario = drawScenario(seed);
    const { violations, tally: own } = await simulate(scenario, {
      replayOneIn: 20,
      observers: [
        {
          committed(_process, { alerts }, before) {
            const known = new Set(before?.alerts.map(({ key }) => key));
            told += alerts.filter(({ kind, key }) => kind === 'idle' && !known.has(key)).length;
          },
        },
      ],
    });
    expect(violations.map(violationInWords), `seed ${seed}`).toEqual([]);
    for (const [name, times] of own.by) tally.by.set(name, (tally.by.get(name) ?? 0) + times);
  }
  expect(told).toBeGreaterThan(20);
  expect(tally.by.get('stop by idle') ?? 0).toBeGreaterThan(5);
});
