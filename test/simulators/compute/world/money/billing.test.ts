import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addCharges, noCharge } from '../../../../../lib/model/money/money.ts';
import { days, instant, later } from '../../../../../lib/model/time/time.ts';
import { month } from '../../../../../lib/simulators/compute/scenarios/month.ts';
import { virtualClock } from '../../../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../../../lib/simulators/compute/world/world.ts';

/** Dollars an hour times milliseconds, computed in whole numbers. */
const millionths = (micro: bigint, milliseconds: number): string => {
  const product = (micro * BigInt(milliseconds)).toString().padStart(7, '0');
  return `${product.slice(0, -6)}.${product.slice(-6)}`.replace(/\.?0+$/, '');
};

describe('the bill', () => {
  it('of the month scenario equals a sum computed by hand', () => {
    const clock = virtualClock(later(month.start, month.length));
    const world = createWorld({ ...month, clock });
    const lasted = (id: string, dying = 0) => {
      const { lines } = world.bill(month.start, clock.now(), { id });
      return (lines[0]?.span ?? 0) - dying;
    };
    // Of each VM that was terminated, half a minute to one and a half went by in DELETING.
    const sweepDying = lasted(
      'sweep',
      Date.parse('2026-03-06T04:12:53Z') - Date.parse('2026-03-03T13:41:29Z'),
    );
    const canaryDying = lasted(
      'canary',
      Date.parse('2026-03-29T01:00:01Z') - Date.parse('2026-03-24T23:59:59Z'),
    );
    for (const dying of [sweepDying, canaryDying]) {
      expect(dying).toBeGreaterThanOrEqual(30_000);
      expect(dying).toBeLessThanOrEqual(90_000);
    }
    const byHand =
      320_000n * 2_678_400n + // server: the whole month
      300n * 100n * 2_678_400n + // uploads: 300 GiB at 0.0001
      41_000n * BigInt(349_202 + canaryDying / 1_000) + // 4 d 1 h 0 min 2 s
      175_000n * 2_563_013n + // notebook: from the 2nd at 08:03:07
      11_370_000n * BigInt(225_084 + sweepDying / 1_000) + // 2 d 14 h 31 min 24 s
      618_034n * 1_928_275n + // forgotten: from the 9th at 16:22:05
      250_000n * 1_778_400n + // nightly: from the 11th at 10:00:00, stopped or not
      1_900_000n * 1_705_463n; // metal-1: from the 12th at 06:15:37, on or off
    expect(world.bill(month.start, clock.now()).total.toFixed()).toBe(millionths(byHand, 1_000));
  });
});

describe('any bill', () => {
  const world = createWorld({ ...month, clock: virtualClock(later(month.start, month.length)) });
  const moment = fc.integer({ min: month.start - days(3), max: month.start + days(40) }).map(instant);
  const three = fc
    .tuple(moment, moment, moment)
    .map((moments) => moments.sort((left, right) => left - right));

  it('of two adjoining periods sums to the bill of both together', async () => {
    await fc.assert(
      fc.property(three, fc.constantFrom(undefined, 'lab', 'site'), ([a, b, c], project) => {
        if (a === undefined || b === undefined || c === undefined) throw new Error('three moments');
        const filter = project === undefined ? {} : { project };
        const parts = addCharges(world.bill(a, b, filter).total, world.bill(b, c, filter).total);
        expect(parts.toFixed()).toBe(world.bill(a, c, filter).total.toFixed());
      }),
    );
  });

  it('is the sum of its projects, and of its lines', async () => {
    await fc.assert(
      fc.property(three, ([a, , c]) => {
        if (a === undefined || c === undefined) throw new Error('three moments');
        const { total, lines } = world.bill(a, c);
        const projects = addCharges(
          world.bill(a, c, { project: 'lab' }).total,
          world.bill(a, c, { project: 'site' }).total,
        );
        expect(projects.toFixed()).toBe(total.toFixed());
        expect(lines.reduce((sum, line) => addCharges(sum, line.charge), noCharge).toFixed()).toBe(
          total.toFixed(),
        );
      }),
    );
  });
});
