import { expect, it } from 'vitest';
import { days } from '../../../lib/model/time/time.ts';
import { hasLearnedRules } from '../draw/draw-learned.ts';
import { drawScenario } from '../draw/draw-scenario.ts';
import { hasWrongStops } from '../draw/draw-wrong-stops.ts';
import { violationInWords } from '../hunt.ts';
import { count, emptyTally } from '../oracle/oracle.ts';
import { simulate } from '../run.ts';
import type { Scenario } from '../scenario.ts';

// A seed of days would be most of the time.
const scenarios = Array.from({ length: 1_100 }, (_, index) => index + 1)
  .filter((seed) => hasLearnedRules(seed) && hasWrongStops(seed))
  .map(drawScenario)
  .filter(({ span }) => span < days(2.6))
  .slice(0, 8);

const limitsOf = ({ policies }: Scenario): readonly number[] => policies.map(({ policy }) => policy.inUse);

/** Returns how many wrong stops of before the start are four weeks old during the run. */
const forgottenIn = ({ past, span, returns }: Scenario): number =>
  (past?.stops ?? []).filter(
    ({ after, rests }) => rests < (returns?.within ?? 0) && after > -days(28) && after < span - days(28),
  ).length;

it('Every invariant holds where stops were wrong, and each way in which they make rules more careful occurs', async () => {
  const tally = emptyTally();
  for (const scenario of scenarios) {
    const { violations, tally: own } = await simulate(scenario, {
      replayOneIn: 20,
      observers: [
        {
          committed(_process, { pendingWrites }, before) {
            const known = new Set(before?.pendingWrites.journal);
            for (const entry of pendingWrites.journal)
              if (entry.event === 'wrong-stop' && !known.has(entry)) count(tally.by, 'wrong stop');
          },
        },
      ],
    });
    expect(violations.map(violationInWords), `seed ${scenario.seed}`).toEqual([]);
    for (const [name, times] of own.by) count(tally.by, name, times);
  }
  const times = (name: string) => tally.by.get(name) ?? 0;
  expect(times('stop by idle')).toBeGreaterThan(40);
  expect(times('wrong stop')).toBeGreaterThan(10);
  expect(times('risk halved')).toBeGreaterThan(500);
  expect(times('risk of a project scaled')).toBeGreaterThan(200);
  expect(scenarios.reduce((sum, scenario) => sum + forgottenIn(scenario), 0)).toBeGreaterThan(2);
  expect([...new Set(scenarios.flatMap(limitsOf))].sort((left, right) => left - right)).toEqual([
    5, 10, 15, 25,
  ]);
  expect(scenarios.some((scenario) => new Set(limitsOf(scenario)).size > 1)).toBe(true);
});
