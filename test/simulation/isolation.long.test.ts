import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, it } from 'vitest';
import { days, hours } from '../../lib/model/time/time.ts';
import { mayAct } from '../../lib/rules/terms.ts';
import type { Head } from '../../lib/state/head.ts';
import { withOrders } from './bugs/plant.ts';
import { drawScenario } from './draw/draw-scenario.ts';
import type { FaultPlan } from './engine/faults.ts';
import type { Observer } from './observer.ts';
import { type RunOptions, simulate } from './run.ts';
import { isCalm, type Scenario } from './scenario.ts';

/** Returns a day of the first calm world with three projects or more. */
function calmDay(): Scenario {
  for (let seed = 1; seed < 1_000; seed += 1) {
    const scenario = drawScenario(seed);
    if (isCalm(scenario) && scenario.projects.length > 2 && scenario.span < days(4))
      return { ...scenario, span: hours(24) };
  }
  return expect.fail('no such seed');
}

async function headsOf(scenario: Scenario, options: RunOptions): Promise<readonly Head[]> {
  const heads: Head[] = [];
  const observer: Observer = { committed: (_process, head) => void heads.push(head) };
  // Nothing is stopped: the caps count the stops of all targets together, by design.
  const observing = withOrders((orders) => ({
    ...orders,
    policy: {
      ...orders.policy,
      rules: orders.policy.rules.map((rule) => (mayAct(rule) ? { ...rule, mode: 'observe' as const } : rule)),
    },
  }));
  await simulate(scenario, { ...observing, observers: [observer], replayOneIn: 1_000, ...options });
  return heads;
}

const scenario = calmDay();
const broken = `project/${scenario.projects[0] ?? ''}`;
/** Returns the heads of other projects; accounts and groups include the broken one. */
const others = (heads: readonly Head[]): readonly Head[] =>
  heads.filter(({ target }) => target !== broken && target.startsWith('project/'));

let whole: readonly Head[];
beforeAll(async () => {
  whole = await headsOf(scenario, {});
});

it('Failures of one target, in the cloud and in the ledger, change nothing for the others', async () => {
  const isHit: FaultPlan = ({ target }, index) =>
    target === broken && index % 3 > 0 ? { kind: 'refused' } : null;
  const hurt = await headsOf(scenario, { faults: isHit });
  expect(hurt.length).toBeLessThan(whole.length);
  expect(others(hurt).length).toBeGreaterThan(100);
  expect(isDeepStrictEqual(others(hurt), others(whole))).toBe(true);
});

it('An exception in the turn of one target changes nothing for the others', async () => {
  const hurt = await headsOf(scenario, {
    cloud: (cloud) => (request) => {
      const isMeant =
        request.operation === 'listVms' && `project/${String(request.input['projectId'])}` === broken;
      return isMeant ? { items: 'none' } : cloud(request);
    },
  });
  expect(hurt.some(({ target }) => target === broken)).toBe(false);
  expect(isDeepStrictEqual(others(hurt), others(whole))).toBe(true);
});

it('The same seed gives the same run, to the last head', async () => {
  const wild = { ...drawScenario(3), span: hours(20) };
  const heads = await headsOf(wild, {});
  expect(heads.length).toBeGreaterThan(100);
  expect(isDeepStrictEqual(await headsOf(wild, {}), heads)).toBe(true);
});
