import { describe, expect, it } from 'vitest';
import { type Bug, isCaught } from './bug.ts';
import { bugs } from './bugs.ts';
import { commandFor, cutScenario } from './cut.ts';
import { drawScenario } from './draw-scenario.ts';
import { type RunOptions, simulate } from './run.ts';
import type { Scenario } from './scenario.ts';
import { shrink } from './shrink.ts';

/** Where a bug does not show in its seed any more, since scenarios are drawn otherwise now, another one will do. */
const steepSeeds = Array.from({ length: 20 }, (_, index) => 6 * (index + 1));
const otherSeeds = [...steepSeeds, ...Array.from({ length: 60 }, (_, index) => index + 1)];

const untilCaught = (bug: Bug): RunOptions => ({
  ...bug.plant(),
  replayOneIn: 1_000,
  until: (violations) => isCaught(bug, violations),
});

describe('The simulation catches it when', () => {
  it.each(bugs)('$name', { timeout: 120_000 }, async (bug) => {
    const { seed: first, hours, breaks } = bug;
    const known = cutScenario(drawScenario(first), { hours });
    const scenarios = [known, ...[first, ...otherSeeds].map((seed) => drawScenario(seed))];
    for (const scenario of scenarios) {
      const { violations } = await simulate(scenario, untilCaught(bug));
      if (isCaught(bug, violations)) return;
    }
    expect.fail(`no seed showed it; it breaks invariant ${breaks.join(' or ')}`);
  });
});

it('A failing seed is made small, and tells how to run it again', { timeout: 60_000 }, async () => {
  const bug = bugs.find(({ name }) => name === 'claims are not committed');
  if (bug === undefined) return expect.fail('there is no such bug any more');
  const scenario = drawScenario(bug.seed);
  const run = async (smaller: Scenario) => (await simulate(smaller, untilCaught(bug))).violations;
  const [violation] = await run(scenario);
  expect(violation).toMatchObject({ invariant: 6 });
  if (violation === undefined) return;
  const { cut, violation: smallest } = await shrink(scenario, violation, run);
  expect(smallest.invariant).toBe(6);
  expect(cut.vms).toHaveLength(1);
  expect(cut.hours).toBeLessThan(scenario.span / 3_600_000);
  expect(commandFor(bug.seed, cut)).toMatch(
    /^npm run simulate -- --seed \d+ --hours \d+ --vms \S+ --without \S+$/,
  );
});
