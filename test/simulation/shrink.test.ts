import { expect, it } from 'vitest';
import { hours, later } from '../../lib/model/time/time.ts';
import { commandFor, nameOf } from './cut.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import type { Scenario } from './scenario.ts';
import { shrink } from './shrink.ts';

it('Shrinking removes what a failure does not need, and keeps what it needs', async () => {
  const scenario = { ...drawScenario(1), hasLatency: true, meddling: 0.5 };
  const needed = scenario.vms.at(-1);
  if (needed === undefined) return expect.fail('the scenario has no VM');
  const violation = { invariant: 6, at: later(scenario.start, hours(5)), what: 'done twice' };
  const tries: Scenario[] = [];
  const run = async (smaller: Scenario) => {
    tries.push(smaller);
    const isBroken = smaller.meddling > 0 && smaller.vms.includes(needed);
    return isBroken ? [violation] : [{ ...violation, invariant: 11 }];
  };
  const { cut, violation: smallest } = await shrink(scenario, violation, run);
  expect(smallest.invariant).toBe(6);
  expect(cut.vms ?? scenario.vms.map(nameOf)).toEqual([nameOf(needed)]);
  expect(cut.hours).toBe(6);
  expect(cut.without).toContain('latency');
  expect(cut.without).not.toContain('meddling');
  expect(tries.length).toBeGreaterThan(2);
  expect(commandFor(1, cut)).toMatch(/^npm run simulate -- --seed 1 --hours 6 --vms \S+ --without \S+$/);
});
