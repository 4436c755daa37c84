import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { isFromFuture } from '../../../lib/decide/believed-head.ts';
import { getTargetConnection } from '../../../lib/model/ids.ts';
import { later, minutes } from '../../../lib/model/time/time.ts';
import type { Head } from '../../../lib/state/head.ts';
import { catches } from '../bugs/catches.ts';
import { connectionBugs } from '../bugs/connection-bugs.ts';
import { cutScenario } from '../cut.ts';
import { drawScenario } from '../draw/draw-scenario.ts';
import { violationInWords } from '../hunt.ts';
import { simulate } from '../run.ts';
import { isCalm, type Scenario } from '../scenario.ts';

catches(connectionBugs);

/** Returns days of the first scenarios that are calm but for what is wrong with other connections. */
const days = Array.from({ length: 400 }, (_, index) => index + 1)
  .map(drawScenario)
  .filter((drawn) => isCalm(drawn) && drawn.connections?.some(({ scenario }) => !isCalm(scenario)))
  .slice(0, 3)
  .map((drawn) => cutScenario(drawn, { hours: 24 }));

/** Runs a day, and returns what came of the unnamed connection. */
async function dayOf(scenario: Scenario) {
  const heads: Head[] = [];
  const acts: string[] = [];
  const { violations } = await simulate(scenario, {
    replayOneIn: 1_000,
    observers: [
      {
        committed(_process, head) {
          if (getTargetConnection(head.target) === null) heads.push(head);
        },
        acted({ action, subject, at }) {
          if (!subject.includes('@')) acts.push(`${action} ${subject} ${at}`);
        },
      },
    ],
  });
  return { violations, heads, acts };
}

it('Faults of one connection change no head and no action of another (invariant 24)', async () => {
  expect(days.length).toBe(3);
  for (const scenario of days) {
    const alone = await dayOf(cutScenario(scenario, { without: ['connections'] }));
    const both = await dayOf(scenario);
    expect(both.violations.map(violationInWords)).toEqual([]);
    expect(both.heads.length).toBeGreaterThan(20);
    expect(both.acts).toEqual(alone.acts);
    for (const target of new Set(alone.heads.map((head) => head.target))) {
      const [own, known] = [both, alone].map(({ heads }) => heads.filter((head) => head.target === target));
      expect(isDeepStrictEqual(own, known), `seed ${scenario.seed}, ${target}`).toBe(true);
    }
  }
});

it('Each cloud confirms the time once the clock of the machine is right again, and every head is accepted (invariants 8 and 11)', async () => {
  const scenario = drawScenario(1_000_015);
  expect(scenario.connections?.length).toBeGreaterThan(0);
  expect(scenario.spells.some(({ kind }) => kind === 'wrong-clocks')).toBe(true);
  const heads = new Map<string, Head>();
  const { violations } = await simulate(scenario, {
    replayOneIn: 1_000,
    observers: [{ committed: (_process, head) => void heads.set(head.target, head) }],
  });
  expect(violations.map(violationInWords)).toEqual([]);
  const end = later(later(scenario.start, scenario.span), minutes(15));
  expect([...heads.values()].filter((head) => isFromFuture(head, end))).toEqual([]);
});
