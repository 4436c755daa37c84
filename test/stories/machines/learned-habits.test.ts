import { describe, expect, it } from 'vitest';
import { commitTurn } from '../../../lib/jobs/watch/commit-turn.ts';
import { type UsagePoint, usageSlot } from '../../../lib/model/facts/usage.ts';
import { VmId } from '../../../lib/model/ids.ts';
import { defaultIntervals } from '../../../lib/model/time/intervals.ts';
import { days, earlier, hours, later, milliseconds } from '../../../lib/model/time/time.ts';
import { memoryLedger } from '../../../lib/record/memory-ledger.ts';
import { firstHead } from '../../../lib/state/head.ts';
import { at } from '../../support/at.ts';
import { anObservation, aVm, lab } from '../../support/builders/observation-builders.ts';
import { anIdleRule, aPolicy } from '../../support/builders/policy-builders.ts';
import { emptyFleet } from '../../support/turn-input.ts';

/** A Monday. */
const start = at('2026-11-02T00:00:00');
const learned = { within: hours(8), inUse: 15, risk: 5, untilKnown: null };
const policy = aPolicy({ rules: [anIdleRule({ learned, percentile: 90 })] });

/** The sample of a slot that begins so many hours after midnight of a day; `null` for no sample at all. */
type Life = (day: number, hour: number) => Partial<UsagePoint> | null;

/** How often the VM is polled, in hours. */
const every = 3;

/** Polls a VM that runs throughout, and returns the hours since the start at which a rule found it idle. */
async function idleHoursOf(life: Life, weeks: number, gpus = 0): Promise<readonly number[]> {
  const ledger = memoryLedger();
  const idle: number[] = [];
  for (let hour = every; hour <= weeks * 7 * 24; hour += every) {
    const now = later(start, hours(hour));
    const points = Array.from({ length: hours(every) / usageSlot }, (_, slot): UsagePoint[] => {
      const end = later(earlier(now, hours(every)), milliseconds((slot + 1) * usageSlot));
      const since = end - usageSlot - start;
      const told = life(Math.floor(since / days(1)), (since % days(1)) / hours(1));
      return told === null ? [] : [{ at: end, cpu: 3, network: 0, disk: 0, answers: true, ...told }];
    }).flat();
    const seen = anObservation({
      at: now,
      seen: ['vms', 'usage'],
      resources: [aVm({ seenAt: now, createdAt: null, gpus })],
      usage: [{ vm: VmId.parse('box'), points }],
    });
    const polled = { at: now, asked: seen.seen, unsupported: [], observe: () => seen };
    const order = { policy, intervals: defaultIntervals, polled, fleet: emptyFleet };
    await commitTurn({ ledger }, order, (await ledger.head(lab)) ?? firstHead(lab));
    const head = await ledger.head(lab);
    const isIdle = head?.alerts.some(
      ({ kind, phase, unknownSince }) => kind === 'idle' && phase === 'firing' && unknownSince === undefined,
    );
    if (isIdle === true) idle.push(hour);
  }
  return idle;
}

/** The hours of a day at which it was found idle after some days. */
const byHour = (idle: readonly number[], afterDays: number): readonly number[] =>
  [...new Set(idle.filter((hour) => hour > afterDays * 24).map((hour) => hour % 24))].toSorted(
    (a, b) => a - b,
  );

describe('a rule that learns the habits of a VM', () => {
  it.each<[string, Life, number]>([
    ['its GPU', (_, hour) => ({ gpu: { known: 1, busiest: hour >= 18 ? 90 : 0, memory: null } }), 1],
    ['its network', (_, hour) => ({ network: hour >= 18 ? 1_000_000 : 0 }), 0],
    ['its disk', (_, hour) => ({ disk: hour >= 18 ? 9_000_000 : 0 }), 0],
    ['somebody logged in', (_, hour) => ({ logins: hour >= 18 ? 1 : 0 }), 0],
    ['a job that reports itself', (_, hour) => (hour >= 18 ? { alive: true } : {}), 0],
  ])(
    'does not find a VM idle before its use every evening, which only %s shows while its CPU stays at 3 %%',
    async (_, life, gpus) => {
      // A stop in the small hours saves at least the eight hours that the rule requires.
      const idle = byHour(await idleHoursOf(life, 3, gpus), 0);
      expect(idle.filter((hour) => hour > 9 || hour < 4)).toEqual([]);
      expect(idle).toContain(9);
    },
  );

  it('finds a VM idle whose GPUs are not used', async () => {
    const gpu = { known: 1, busiest: 0, memory: null };
    expect((await idleHoursOf(() => ({ gpu }), 1, 1)).length).toBeGreaterThan((4 * 24) / every);
  });

  it('is unknown for a VM whose source of logins failed, until the source is back', async () => {
    const died = 10;
    const idle = await idleHoursOf((day) => (day >= died && day < died + 6 ? {} : { logins: 0 }), 3);
    const ofDays = new Set(idle.map((hour) => Math.ceil(hour / 24) - 1));
    expect([...ofDays]).toContain(died - 1);
    expect([...ofDays].filter((day) => day > died && day < died + 6)).toEqual([]);
    expect([...ofDays]).toContain(died + 8);
  });

  it('does not find a VM idle in the hours before its weekly use on Monday, and finds it idle after that', async () => {
    const idle = await idleHoursOf(
      (day, hour) => (day % 7 === 0 && hour >= 9 && hour < 17 ? { cpu: 60 } : {}),
      5,
    );
    const week = (hour: number) => hour % (7 * 24);
    const lastWeeks = idle.filter((hour) => hour > 2 * 7 * 24);
    expect(lastWeeks.filter((hour) => week(hour) > 1 && week(hour) < 17)).toEqual([]);
    for (let day = 1; day < 7; day += 1)
      expect(lastWeeks.some((hour) => Math.floor(week(hour) / 24) === day)).toBe(true);
  });

  it('finds VMs idle though a tenth of their hours are missing', async () => {
    const office: Life = (day, hour) => (day % 7 < 5 && hour >= 9 && hour < 18 ? { cpu: 60 } : {});
    const isLost = (day: number, hour: number) => (day * 24 + Math.floor(hour)) % 10 === 7;
    const known = await idleHoursOf(office, 4);
    const idle = await idleHoursOf((day, hour) => (isLost(day, hour) ? null : office(day, hour)), 4);
    expect(idle.length).toBeGreaterThan(known.length / 4);
    // Never in the eight hours before people come, or while they work.
    expect(
      byHour(
        idle.filter((hour) => Math.floor(hour / 24) % 7 < 5),
        7,
      ).filter((hour) => hour > 1 && hour < 18),
    ).toEqual([]);
  });
});
