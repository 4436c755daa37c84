import { expect, it } from 'vitest';
import { minutes } from '../../lib/model/time/time.ts';
import { atEveryIo, everydayScenario } from './every-io.ts';
import { violationInWords } from './hunt.ts';

const pollMinutes = Number(process.env['SIMULATION_POLL_MINUTES'] ?? 120);

it('A crash before or after any I/O of a day, or the loss of its answer, breaks nothing', async () => {
  const { whole, runs, failures } = await atEveryIo(everydayScenario(minutes(pollMinutes)), {
    inTurn: process.env['SIMULATION_EVERY_FAULT'] === undefined,
  });
  expect(whole.violations).toEqual([]);
  expect(whole.tally.acts).toBeGreaterThan(0);
  expect([...whole.tally.by.keys()]).toEqual(expect.arrayContaining(['image by idle', 'terminate by idle']));
  expect(whole.tally.deliveries).toBeGreaterThan(5);
  expect(runs).toBeGreaterThanOrEqual(whole.ios);
  const told = failures.map(
    ({ index, fault, violation }) => `${fault} at I/O ${index}: ${violationInWords(violation)}`,
  );
  expect(told).toEqual([]);
}, 600_000);
