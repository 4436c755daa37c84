import { expect, it } from 'vitest';
import { RuleKind } from '../../lib/model/rules/rule-kind.ts';
import { failureInWords, hunt } from './hunt.ts';
import { spellKinds } from './spell.ts';

/** More of them: `SIMULATION_YEARS=100 npx vitest run test/simulation`, or `npm run simulate`. */
const years = Number(process.env['SIMULATION_YEARS'] ?? 0.25);
const hoursAYear = 8_766;
const minutesForEachYear = 8;

it(
  `every invariant holds for ${years} target-years of random faults`,
  async () => {
    const { failures, tally, targetHours, perAlert } = await hunt({
      from: 1,
      hours: years * hoursAYear,
      run: () => ({ replayOneIn: 20 }),
    });
    expect(failures.map(failureInWords)).toEqual([]);
    // A simulation in which nothing happens would hold everything.
    expect(tally.acts).toBeGreaterThan(targetHours / 500);
    expect(tally.deliveries).toBeGreaterThan(targetHours / 10);
    expect(perAlert.calm).toBe(1);
    const acts = [
      ...['idle', 'schedule', 'lifetime', 'budget', 'order'].map((kind) => `stop by ${kind}`),
      ...['idle', 'waste'].flatMap((kind) => [`image by ${kind}`, `terminate by ${kind}`]),
      'start by schedule',
      'power-off by schedule',
    ];
    const spared = spellKinds.filter((kind) => (tally.by.get(kind) ?? 0) === 0);
    expect(spared).toEqual([]);
    // Some matters come once in years, such as an account that is suspended.
    const rare = years >= 2 ? 0 : 10;
    const all = [...RuleKind.options, ...acts];
    const unheard = all.filter((name) => (tally.by.get(name) ?? 0) === 0);
    expect(unheard.length, unheard.join()).toBeLessThanOrEqual(rare);
  },
  years * minutesForEachYear * 60_000,
);
