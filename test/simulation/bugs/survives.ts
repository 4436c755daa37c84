import { expect, it } from 'vitest';
import { minutes } from '../../../lib/model/time/time.ts';
import { atEveryIo, everydayScenario, type SingleFault } from '../every-io.ts';
import { violationInWords } from '../hunt.ts';

const pollMinutes = Number(process.env['SIMULATION_POLL_MINUTES'] ?? 120);

/** Checks that nothing breaks when one I/O of so many in a day fails in these ways, each in its own run. */
export function survives(ways: readonly SingleFault[], oneIn: number): void {
  it(`Every invariant holds for a day in which one I/O in ${oneIn} has a ${ways.join(' or a ')}`, async () => {
    const scenario = everydayScenario(minutes(pollMinutes));
    const { whole, runs, failures } = await atEveryIo(scenario, { ways, oneIn });
    expect(whole.violations).toEqual([]);
    expect(whole.tally.acts).toBeGreaterThan(0);
    expect([...whole.tally.by.keys()]).toEqual(
      expect.arrayContaining(['image by idle', 'terminate by idle']),
    );
    expect(whole.tally.deliveries).toBeGreaterThan(5);
    expect(runs).toBeGreaterThanOrEqual(Math.floor(whole.ios / oneIn) * ways.length);
    const told = failures.map(
      ({ index, fault, violation }) => `${fault} at I/O ${index}: ${violationInWords(violation)}`,
    );
    expect(told).toEqual([]);
  });
}

/** The long tests break each I/O in one of the three ways, or in all of them with `SIMULATION_EVERY_FAULT`. */
export const usualOneIn = process.env['SIMULATION_EVERY_FAULT'] === undefined ? 3 : 1;
