import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { atOnce, evenly } from '../../../../lib/clouds/http/retry/rate-limiter.ts';
import { requestBudget } from '../../../../lib/clouds/http/retry/request-budget.ts';
import { days, milliseconds, seconds } from '../../../../lib/model/time/time.ts';
import { recordingClock } from '../../../support/recording-clock.ts';
import { runs } from '../../../support/tier.ts';

/** Asks one after the other, and returns when each was sent. */
async function startsOf(count: number, budget: ReturnType<typeof requestBudget>, now: () => number) {
  const starts: number[] = [];
  for (let i = 0; i < count; i++) await budget.run(async () => starts.push(now()));
  return starts;
}

describe('the budget of a minute', () => {
  it('permits a tenth of it at once and spreads the rest', async () => {
    const clock = recordingClock();
    const budget = requestBudget(clock, { perMinute: 600, inFlight: 16 });
    await startsOf(60, budget, clock.now);
    expect(clock.slept).toEqual([]);
    await startsOf(3, budget, clock.now);
    expect(clock.slept).toEqual([111, 111, 111]);
  });

  it.each([
    ['evenly', evenly],
    ['at once', atOnce],
  ] as const)('waits no longer where the clock is set back: %s', async (_, limiter) => {
    const clock = recordingClock();
    const budget = requestBudget(clock, { perMinute: 2, inFlight: 1, limiter });
    await startsOf(2, budget, clock.now);
    const before = clock.slept.length;
    await clock.sleep(milliseconds(-days(3)));
    await startsOf(2, budget, clock.now);
    for (const span of clock.slept.slice(before + 1)) expect(span).toBeLessThanOrEqual(seconds(60));
  });

  it.each([
    ['evenly', evenly, 0.9],
    ['at once', atOnce, 1],
  ] as const)(
    'never permits more in any 60 seconds, and little less under load: %s',
    async (_, limiter, used) => {
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 900 }),
          fc.nat(500),
          fc.option(fc.nat(90)),
          async (perMinute, pause, hold) => {
            const clock = recordingClock();
            const budget = requestBudget(clock, { perMinute, inFlight: 4, limiter });
            const first = await startsOf(perMinute, budget, clock.now);
            await clock.sleep(seconds(pause / 10));
            if (hold !== null) budget.hold(seconds(hold));
            const starts = [...first, ...(await startsOf(perMinute * 2, budget, clock.now))];
            for (let i = 0; i + perMinute < starts.length; i++) {
              expect((starts[i + perMinute] ?? 0) - (starts[i] ?? 0)).toBeGreaterThanOrEqual(60_000);
            }
            const elapsed = (starts.at(-1) ?? 0) - (starts[0] ?? 0);
            const paused = seconds(pause / 10) + seconds(hold ?? 0);
            // Whole milliseconds: of a thousand requests, each may wait one longer.
            expect(elapsed).toBeLessThanOrEqual((3 * 60_000) / used + paused + 2 * perMinute);
          },
        ),
        runs(50),
      );
    },
  );

  it('permits all of it at once where that is set, and the next requests a minute later', async () => {
    const clock = recordingClock();
    const from = clock.now();
    const budget = requestBudget(clock, { perMinute: 600, inFlight: 16, limiter: atOnce });
    const starts = await startsOf(602, budget, clock.now);
    expect(starts.slice(0, 600).every((at) => at === from)).toBe(true);
    expect(starts.slice(600)).toEqual([from + 60_000, from + 60_000]);
  });

  it('permits requests one by one after a Retry-After of the cloud, whatever the limiter permitted before', async () => {
    const clock = recordingClock();
    const from = clock.now();
    const budget = requestBudget(clock, { perMinute: 600, inFlight: 16, limiter: atOnce });
    await startsOf(5, budget, clock.now);
    budget.hold(seconds(20));
    const starts = await startsOf(3, budget, clock.now);
    expect(starts.map((at) => at - from)).toEqual([20_000, 20_100, 20_200]);
  });

  it('permits nothing while it is paused, and no burst afterwards', async () => {
    const clock = recordingClock();
    const budget = requestBudget(clock, { perMinute: 600, inFlight: 16 });
    const from = clock.now();
    budget.hold(seconds(20));
    const starts = await startsOf(3, budget, clock.now);
    expect(starts.map((at) => at - from)).toEqual([20_000, 20_111, 20_222]);
  });
});

describe('the cap on requests in flight', () => {
  it('is never exceeded, and waiting requests are sent in their order', async () => {
    const budget = requestBudget(recordingClock(), { perMinute: 6_000, inFlight: 3 });
    const order: number[] = [];
    const ends: Array<() => void> = [];
    const all = Array.from({ length: 10 }, (_, nth) =>
      budget.run(() => {
        order.push(nth);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
    await settled();
    expect(order).toEqual([0, 1, 2]);
    // The last of those in flight ends first: the next in line takes its place.
    ends[2]?.();
    await settled();
    expect(order).toEqual([0, 1, 2, 3]);
    // A request that comes only now does not overtake it.
    all.push(budget.run(async () => order.push(10)).then(() => {}));
    await settled();
    expect(order).toEqual([0, 1, 2, 3]);
    for (let i = 0; i < 12; i++) {
      for (const end of ends) end();
      await settled();
    }
    await Promise.all(all);
    expect(order).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('is not used up by requests that fail', async () => {
    const budget = requestBudget(recordingClock(), { perMinute: 6_000, inFlight: 1 });
    for (let i = 0; i < 3; i++) {
      await expect(budget.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    }
    expect(await budget.run(async () => 'answered')).toBe('answered');
  });
});

/** Lets everything that waits on nothing but other promises run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));
