import { describe, expect, it } from 'vitest';
import { cutScenario } from '../cut.ts';
import { drawScenario } from '../draw/draw-scenario.ts';
import { type RunOptions, simulate } from '../run.ts';
import type { Scenario } from '../scenario.ts';
import { type Bug, isCaught, scenarioFor } from './bug.ts';

/** The seeds to search for one that shows a bug, where its own no longer does since the drawing of scenarios changed. */
const steepSeeds = Array.from({ length: 20 }, (_, index) => 6 * (index + 1));
const otherSeeds = [...steepSeeds, ...Array.from({ length: 60 }, (_, index) => index + 1)];

export const untilCaught = (bug: Bug): RunOptions => ({
  ...bug.plant(),
  replayOneIn: 1_000,
  until: (violations) => isCaught(bug, violations),
});

/** Checks that the simulation catches each bug, and reports where another seed than its own had to show it. */
export function catches(bugs: readonly Bug[], draw = drawScenario): void {
  describe('The simulation catches it when', () => {
    it.for(bugs)('$name', async (bug, { annotate }) => {
      const shows = async (scenario: Scenario) => {
        const { violations } = await simulate(scenarioFor(bug, scenario), untilCaught(bug));
        return isCaught(bug, violations);
      };
      const { seed, hours, breaks } = bug;
      if (await shows(cutScenario(draw(seed), { hours }))) return;
      for (const other of [seed, ...otherSeeds]) {
        if (!(await shows(draw(other)))) continue;
        await annotate(
          `seed ${seed} does not show it within ${hours} h; seed ${other} does, later or at once`,
        );
        return;
      }
      expect.fail(`no seed shows it; it breaks invariant ${breaks.join(' or ')}`);
    });
  });
}
