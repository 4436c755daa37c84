import { expect, it } from 'vitest';
import { RuleKind } from '../../lib/model/rules/rule-kind.ts';
import { failureInWords, hunt } from './hunt.ts';

/** More of them: `SIMULATION_YEARS=100 npx vitest run test/simulation`, or `npm run simulate`. */
const years = Number(process.env['SIMULATION_YEARS'] ?? 2);
const hoursAYear = 8_766;
const minutesForEachYear = 2;

it(
  `Every invariant holds in ${years} years of targets, whatever goes wrong`,
  async () => {
    const { failures, tally, targetHours } = await hunt({
      from: 1,
      hours: years * hoursAYear,
      run: () => ({ replayOneIn: 20 }),
    });
    expect(failures.map(failureInWords)).toEqual([]);
    // A simulation in which nothing happens would hold everything.
    expect(tally.stops).toBeGreaterThan(targetHours / 500);
    expect(tally.deliveries).toBeGreaterThan(targetHours / 10);
    const stops = ['idle', 'schedule', 'lifetime'].map((kind) => `stop by ${kind}`);
    for (const name of [...RuleKind.options, ...stops])
      expect(tally.by.get(name) ?? 0, name).toBeGreaterThan(0);
  },
  years * minutesForEachYear * 60_000,
);
