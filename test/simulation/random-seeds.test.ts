import { expect, it } from 'vitest';
import { failureInWords, hunt } from './hunt.ts';

/** More of them: `SIMULATION_YEARS=100 npx vitest run test/simulation`, or `npm run simulate`. */
const years = Number(process.env['SIMULATION_YEARS'] ?? 10);
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
    expect(tally.stops).toBeGreaterThan(targetHours / 200);
    expect(tally.deliveries).toBeGreaterThan(targetHours / 10);
  },
  years * minutesForEachYear * 60_000,
);
