import { describe, expect, it } from 'vitest';
import { hourlyUse } from '../../lib/dashboard/data/hourly-use.ts';
import { spendHistory } from '../../lib/dashboard/data/spend-history.ts';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { charge, chargeToMoney, hourlyPrice } from '../../lib/model/money/money.ts';
import { beginPastSpend } from '../../lib/model/past-spend.ts';
import { days, earlier, hours, type Instant, later, minutes } from '../../lib/model/time/time.ts';
import { nothingWritten } from '../../lib/record/ledger.ts';
import { memoryLedger } from '../../lib/record/memory-ledger.ts';
import type { Head } from '../../lib/state/head.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import {
  aHead,
  anObservation,
  lab,
  noon,
  times,
  usageUntil,
} from '../support/builders/observation-builders.ts';

/** A ledger that records how it is read. */
function notedLedger() {
  const ledger = memoryLedger();
  const read: { from: Instant; until: Instant }[] = [];
  return {
    ledger,
    read,
    noted: {
      observations: ledger.observations,
      samplings: async (...[target, from, until]: Parameters<typeof ledger.samplings>) => {
        read.push({ from, until });
        return ledger.samplings(target, from, until);
      },
      meters: async (...[target, unit, from, until]: Parameters<typeof ledger.meters>) => {
        read.push({ from, until });
        return ledger.meters(target, unit, from, until);
      },
    },
  };
}

describe('use by hour', () => {
  const now = later(noon, minutes(40));
  async function filled(count: number) {
    const noted = notedLedger();
    for (let at = earlier(noon, hours(count)); at <= now; at = later(at, minutes(15))) {
      const usage = [usageUntil(at, times(3, 20))];
      const observations = [anObservation({ at })];
      await noted.ledger.record({ ...nothingWritten, target: lab, observations, sampling: { at, usage } });
    }
    return noted;
  }
  const headWith = (seq: number) => aHead({ seq, observation: anObservation({ at: now }) });
  const question = { head: headWith(1), now, hours: 24 };

  it('has the running hour last', async () => {
    const { noted } = await filled(30);
    const { from, hours: found } = await hourlyUse()(noted, question);
    expect(from).toBe(earlier(noon, hours(23)));
    expect(found).toHaveLength(24);
    expect(found.map(({ byVm }) => [...byVm.values()])).toEqual(times(24, [20]));
  });

  it('reads a history in parts, and complete hours only once', async () => {
    const { noted, read } = await filled(30);
    const use = hourlyUse();
    const first = await use(noted, question);
    expect(read.map(({ from, until }) => until - from)).toEqual(times(4, hours(6) + minutes(85)));
    read.length = 0;
    expect(await use(noted, question)).toEqual(first);
    expect(read, 'nothing is new while the head is the same').toEqual([]);
    await use(noted, { ...question, head: headWith(2) });
    // Samples of the hour before may still come.
    expect(read).toEqual([{ from: earlier(noon, hours(1)), until: later(noon, minutes(145)) }]);
  });

  it('caches what it reads also when several ask at once, over and over', async () => {
    const { noted, read } = await filled(30);
    // Room for the 24 hours of one VM, each with a place of its own, and no more.
    const use = hourlyUse(48);
    for (let seq = 1; seq <= 20; seq += 1)
      await Promise.all([1, 2].map(() => use(noted, { ...question, head: headWith(seq) })));
    read.length = 0;
    await use(noted, { ...question, head: headWith(20) });
    expect(read).toEqual([]);
  });

  it('is kept apart by project', async () => {
    const { noted } = await filled(30);
    const use = hourlyUse();
    await use(noted, question);
    const target = projectTarget(null, ProjectId.parse('other'));
    const { hours: found } = await use(noted, { ...question, head: aHead({ target }) });
    expect(found.every(({ isSeen }) => !isSeen)).toBe(true);
  });

  it('drops what was read first rather than grow without limit', async () => {
    const { noted, read } = await filled(30);
    const use = hourlyUse(20);
    const first = await use(noted, question);
    read.length = 0;
    expect(await use(noted, question)).toEqual(first);
    expect(read.length).toBeGreaterThan(0);
  });
});

describe('spend by period', () => {
  const price = charge(hourlyPrice('1'), hours(24));
  async function filled() {
    const noted = notedLedger();
    for (let day = 1; day <= 5; day += 1) {
      const meter = aMeter('day', earlier(noon, days(day)), { charge: price });
      await noted.ledger.record({ ...nothingWritten, target: lab, meters: [meter] });
    }
    return noted;
  }
  const headAt = (at: Instant, pendingWrites: Head['pendingWrites']['meters'] = []): Head =>
    aHead({
      observation: anObservation({ at }),
      meters: {
        hour: aMeter('hour', at),
        day: aMeter('day', at, { charge: charge(hourlyPrice('1'), hours(12)) }),
        month: aMeter('month', at),
      },
      pendingWrites: { buffered: [], meters: pendingWrites, journal: [] },
    });
  const week = { from: earlier(noon, days(6.5)), until: noon };
  const total = (spends: readonly { meter: { charge: typeof price } }[]) =>
    spends.map(({ meter }) => chargeToMoney(meter.charge).toNumber());

  it('includes closed periods and the current one', async () => {
    const { noted } = await filled();
    expect(total(await spendHistory()(noted, [headAt(noon)], 'day', week))).toEqual([24, 24, 24, 24, 24, 12]);
  });

  it('reads nothing again before another period has closed', async () => {
    const { noted, read, ledger } = await filled();
    const history = spendHistory();
    const before = await history(noted, [headAt(noon)], 'day', week);
    read.length = 0;
    expect(await history(noted, [headAt(noon)], 'day', week)).toEqual(before);
    expect(read).toEqual([]);
    const today = aMeter('day', noon, { charge: price });
    await ledger.record({ ...nothingWritten, target: lab, meters: [today] });
    const tomorrow = later(noon, days(1));
    const after = await history(noted, [headAt(tomorrow)], 'day', { ...week, until: tomorrow });
    expect(total(after)).toEqual([24, 24, 24, 24, 24, 24, 12]);
    expect(read).toEqual([{ from: today.period.from, until: tomorrow }]);
  });

  it('reads past periods again only once more of the past spend is known', async () => {
    const { noted, read } = await filled();
    const history = spendHistory();
    const begun = beginPastSpend(noon, 'UTC');
    const readsAt = async (reached: Instant) => {
      read.length = 0;
      await history(noted, [{ ...headAt(noon), pastSpend: { ...begun, reached } }], 'day', week);
      return read.length;
    };
    expect(await readsAt(begun.reached)).toBe(1);
    expect(await readsAt(begun.reached), 'as where the platform reports no past spend').toBe(0);
    expect(await readsAt(later(begun.reached, days(1)))).toBe(1);
  });

  it('includes pending writes of the head once', async () => {
    const { noted } = await filled();
    const yesterday = aMeter('day', earlier(noon, days(1)), { charge: price });
    const head = headAt(noon, [yesterday]);
    expect(total(await spendHistory()(noted, [head], 'day', week))).toEqual([24, 24, 24, 24, 24, 12]);
  });

  it('keeps a cached month when a week is asked for', async () => {
    const { noted, read } = await filled();
    const history = spendHistory();
    const month = { from: earlier(noon, days(29)), until: noon };
    const before = await history(noted, [headAt(noon)], 'day', month);
    await history(noted, [headAt(noon)], 'day', week);
    read.length = 0;
    expect(await history(noted, [headAt(noon)], 'day', month)).toEqual(before);
    expect(read).toEqual([]);
  });

  it('reads further back when more is asked for', async () => {
    const { noted } = await filled();
    const history = spendHistory();
    const day = { from: earlier(noon, days(1.5)), until: noon };
    expect(total(await history(noted, [headAt(noon)], 'day', day))).toEqual([24, 12]);
    expect(total(await history(noted, [headAt(noon)], 'day', week))).toHaveLength(6);
  });
});
