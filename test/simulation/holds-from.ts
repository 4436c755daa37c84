import { expect, it } from 'vitest';
import { RuleKind } from '../../lib/rules/terms.ts';
import { failureInWords, hunt } from './hunt.ts';
import { spellKinds } from './spell.ts';

/**
 * The simulated years; for more, use `SIMULATION_YEARS=100 npx vitest run test/simulation`, or `npm run simulate`.
 */
const years = Number(process.env['SIMULATION_YEARS'] ?? 0.25);
const hoursAYear = 8_766;
const shards = 2;

/** Checks every invariant under random faults for a shard's part of the target-years, from a seed on. */
export function holdsFrom(seed: number): void {
  it(`Every invariant holds for ${years / shards} target-years of random faults from seed ${seed} on`, async () => {
    const { failures, tally, targetHours, perAlert } = await hunt({
      from: seed,
      hours: (years / shards) * hoursAYear,
      run: () => ({ replayOneIn: 20 }),
    });
    expect(failures.map(failureInWords)).toEqual([]);
    // A simulation without events would satisfy everything.
    expect(tally.acts).toBeGreaterThan(targetHours / 500);
    expect(tally.deliveries).toBeGreaterThan(targetHours / 10);
    expect(perAlert.calm).toBe(1);
    const acts = [
      ...['idle', 'schedule', 'lifetime', 'budget', 'order'].map((kind) => `stop by ${kind}`),
      ...['idle', 'waste'].flatMap((kind) => [`image by ${kind}`, `terminate by ${kind}`]),
      'start by schedule',
      'power-off by schedule',
    ];
    // Some events come once in years, such as the suspension of an account, or an answer about another VM.
    const rare = years / shards >= 2 ? 0 : 13;
    const all = [...RuleKind.options, ...acts, ...spellKinds];
    const unheard = all.filter((name) => (tally.by.get(name) ?? 0) === 0);
    expect(unheard.length, unheard.join()).toBeLessThanOrEqual(rare);
  });
}
