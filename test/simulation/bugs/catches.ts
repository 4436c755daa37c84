import { describe, expect, it } from 'vitest';
import { cutScenario } from '../cut.ts';
import { drawScenario } from '../draw/draw-scenario.ts';
import { type RunOptions, simulate } from '../run.ts';
import { type Bug, isCaught, scenarioFor } from './bug.ts';

/** The seeds to try when a bug no longer shows in its own, since the drawing of scenarios changed. */
const steepSeeds = Array.from({ length: 20 }, (_, index) => 6 * (index + 1));
const otherSeeds = [...steepSeeds, ...Array.from({ length: 60 }, (_, index) => index + 1)];

export const untilCaught = (bug: Bug): RunOptions => ({
  ...bug.plant(),
  replayOneIn: 1_000,
  until: (violations) => isCaught(bug, violations),
});

/** Checks that the simulation catches each bug. */
export function catches(bugs: readonly Bug[], draw = drawScenario): void {
  describe('The simulation catches it when', () => {
    it.each(bugs)('$name', async (bug) => {
      const { seed: first, hours, breaks } = bug;
      const known = cutScenario(draw(first), { hours });
      const scenarios = [known, ...[first, ...otherSeeds].map((seed) => draw(seed))];
      for (const scenario of scenarios) {
        const { violations } = await simulate(scenarioFor(bug, scenario), untilCaught(bug));
        if (isCaught(bug, violations)) return;
      }
      expect.fail(`no seed showed it; it breaks invariant ${breaks.join(' or ')}`);
    });
  });
}
