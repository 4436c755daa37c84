import { expect, it } from 'vitest';
import { untilCaught } from './bugs/catches.ts';
import { ledgerBugs } from './bugs/ledger-bugs.ts';
import { commandFor } from './cut.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import { simulate } from './run.ts';
import type { Scenario } from './scenario.ts';
import { shrink } from './shrink.ts';

it('A failing seed is made small, and tells how to run it again', async () => {
  const bug = ledgerBugs.find(({ name }) => name === 'claims are not committed');
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
