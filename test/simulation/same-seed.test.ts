import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { cutScenario } from './cut.ts';
import { drawRunpod } from './draw/draw-runpod.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import { simulate } from './run.ts';
import type { Scenario } from './scenario.ts';

/** Returns what a run came to, with a hash of all heads, messages, actions and faults in their order. */
async function trace(scenario: Scenario) {
  const hash = createHash('sha256');
  const note = (...told: readonly unknown[]): void => void hash.update(JSON.stringify(told));
  const { tally, ios } = await simulate(scenario, {
    observers: [
      {
        committed: ({ id, job }, head) => note(id, job, head),
        delivered: ({ id }, route, message) => note(id, route, message),
        acted: ({ action, subject, at, hadEffect }) => note(action, subject, at, hadEffect),
        struck: ({ id }, io, fault) => note(id, io, fault),
      },
    ],
    replayOneIn: 1_000,
  });
  return { hash: hash.digest('hex'), tally, ios };
}

it.each([
  ['the first cloud', drawScenario(12)],
  ['RunPod', drawRunpod(6)],
])('A seed of %s gives the same trace in two runs of one process (invariant 10)', async (_cloud, drawn) => {
  const scenario = cutScenario(drawn, { hours: 6 });
  const first = await trace(scenario);
  expect(first.tally.turns).toBeGreaterThan(20);
  expect(await trace(scenario)).toEqual(first);
});
