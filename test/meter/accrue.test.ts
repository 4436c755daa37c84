import { describe, expect, it } from 'vitest';
import { computeAccrual, sumAccrual } from '../../lib/meter/accrue.ts';
import { advance } from '../../lib/meter/advance.ts';
import type { Resource } from '../../lib/model/facts/resource.ts';
import type { Meter } from '../../lib/model/money/meter.ts';
import { chargeToMoney, hourlyPrice } from '../../lib/model/money/money.ts';
import { hours, isoInstant, later, minutes, type Span } from '../../lib/model/time/time.ts';
import { at } from '../support/at.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import {
  anAccountObservation,
  anObservation,
  aVm,
  aVolume,
  noon,
} from '../support/builders/observation-builders.ts';

const carry = hours(3);
const one = later(noon, hours(1));
const half = later(noon, minutes(30));

const usd = (accrual: Parameters<typeof sumAccrual>[0]) =>
  chargeToMoney(sumAccrual(accrual).charge).toFixed();
/** The charge of an hour that begins with some resources and ends with others, and its gap. */
function hour(before: readonly Resource[], after: readonly Resource[]) {
  const accrual = computeAccrual(
    anObservation({ resources: [...before] }),
    anObservation({ at: one, resources: [...after] }),
    carry,
  );
  const { from, until } = accrual.gap;
  return { usd: usd(accrual), gap: (until - from) as Span };
}
const seenAtOne = (fields: Parameters<typeof aVm>[0] = {}) => aVm({ price: '2', seenAt: one, ...fields });
const box = aVm({ price: '2' });

describe('an hour is charged', () => {
  it.each([
    ['for a resource that is there all the time', [box], [seenAtOne()], '2'],
    ['at the price it began with when the price changes', [box], [seenAtOne({ price: '9' })], '2'],
    ['for a resource that is gone at the end, since no poll saw when it went', [box], [], '2'],
    ['for a new resource from its own creation on', [], [seenAtOne({ createdAt: half })], '1'],
    ['for a new resource that is older than the last poll, from that poll on', [], [seenAtOne()], '2'],
    ['but not for a new resource without a time of creation', [], [seenAtOne({ createdAt: null })], '0'],
    [
      'but not for a resource whose time of creation is in the future',
      [],
      [seenAtOne({ createdAt: later(one, hours(5)) })],
      '0',
    ],
    [
      'in full for a stopped VM that is still billed',
      [aVm({ price: '2', activity: 'stopped' })],
      [seenAtOne()],
      '2',
    ],
    ['for a VM in an unknown state', [aVm({ price: '2', activity: 'unknown' })], [seenAtOne()], '2'],
    ['but not for a resource that is gone', [aVm({ price: '2', activity: 'gone' })], [], '0'],
    ['for volumes beside VMs', [box, aVolume({ price: '0.5' })], [seenAtOne()], '2.5'],
    ['exactly where doubles fail', [aVm({ price: '0.1' }), aVm({ id: 'b', price: '0.2' })], [], '0.3'],
    ['for a VM and a machine of the same id, each', [box, aVm({ kind: 'machine', price: '3' })], [], '5'],
  ])('%s', (_, before, after, total) => {
    expect(hour(before, after)).toEqual({ usd: total, gap: 0 });
  });

  it('for each VM in its part of the hour, when a VM is created again under the same id', () => {
    const reborn = seenAtOne({ price: '8', createdAt: later(noon, minutes(45)) });
    expect(hour([box], [reborn]).usd).toBe('3.5');
  });

  it('for only one VM when just one of two polls shows when it was created', () => {
    expect(hour([aVm({ price: '2', createdAt: null })], [seenAtOne({ price: '8' })]).usd).toBe('2');
    expect(hour([box], [seenAtOne({ price: '8', createdAt: null })]).usd).toBe('2');
  });
});

describe('a price that no later poll shows', () => {
  const hoursOn = (count: number) => later(noon, hours(count));
  const accrue = (from: number, until: number, seenAt = noon) =>
    computeAccrual(
      anObservation({ at: hoursOn(from), resources: [aVm({ price: '2', seenAt })] }),
      anObservation({ at: hoursOn(until), resources: [aVm({ price: '2', seenAt })] }),
      carry,
    );

  it('is carried on for three hours and no longer; the rest is a gap without a charge', () => {
    const accrual = accrue(0, 5);
    expect(usd(accrual)).toBe('6');
    expect(accrual.gap).toEqual({ from: hoursOn(3), until: hoursOn(5) });
  });

  it('is carried on from when the resource itself was last seen, across several polls', () => {
    expect(usd(accrue(1, 2))).toBe('2');
    expect(accrue(1, 2).gap).toEqual({ from: hoursOn(2), until: hoursOn(2) });
    expect(usd(accrue(2, 4))).toBe('2');
    expect(accrue(2, 4).gap).toEqual({ from: hoursOn(3), until: hoursOn(4) });
    expect(usd(accrue(4, 5))).toBe('0');
    expect(accrue(4, 5).gap).toEqual({ from: hoursOn(4), until: hoursOn(5) });
  });

  it('leaves a gap when it is unknown, so that the resource does not seem to cost nothing', () => {
    const accrual = computeAccrual(
      anObservation({ resources: [aVm({ price: '2' }), aVolume({ price: null })] }),
      anObservation({ at: one }),
      carry,
    );
    expect(usd(accrual)).toBe('2');
    expect(accrual.gap).toEqual({ from: noon, until: one });
  });

  it('leaves no gap for a resource that is gone', () => {
    expect(hour([aVm({ activity: 'gone', price: null })], []).gap).toBe(0);
  });
});

describe('a billing account', () => {
  it('is charged at its burn rate, carried on for three hours at the most', () => {
    const accrual = computeAccrual(
      anAccountObservation({ burnRate: hourlyPrice('2') }),
      anAccountObservation({ at: later(noon, hours(4)) }),
      carry,
    );
    expect(usd(accrual)).toBe('6');
    expect(accrual.gap).toEqual({ from: later(noon, hours(3)), until: later(noon, hours(4)) });
  });

  it('without a burn rate leaves a gap', () => {
    const accrual = computeAccrual(
      anAccountObservation({ burnRate: null }),
      anAccountObservation({ at: one }),
      carry,
    );
    expect(usd(accrual)).toBe('0');
    expect(accrual.gap).toEqual({ from: noon, until: one });
  });
});

describe('a meter', () => {
  const shown = ({ period, charge, gap }: Meter) =>
    `${isoInstant(period.from)} ${isoInstant(period.until)} ${chargeToMoney(charge).toFixed()} gap ${gap / 60_000}`;
  const accrual = (from: string, until: string, price = '6') =>
    computeAccrual(
      anObservation({ at: at(from), resources: [aVm({ price, seenAt: at(from) })] }),
      anObservation({ at: at(until) }),
      carry,
    );

  it('is divided exactly at the hour, to the millisecond', () => {
    const { meter, closed } = advance(
      aMeter('hour', at('2026-11-21T10:50:00')),
      accrual('2026-11-21T10:50:00', '2026-11-21T12:10:00'),
      at('2026-11-21T12:10:00'),
      'UTC',
    );
    expect([...closed, meter].map(shown)).toEqual([
      '2026-11-21T10:00:00Z 2026-11-21T11:00:00Z 1 gap 0',
      '2026-11-21T11:00:00Z 2026-11-21T12:00:00Z 6 gap 0',
      '2026-11-21T12:00:00Z 2026-11-21T13:00:00Z 1 gap 0',
    ]);
  });

  it('is closed at its last instant and not before', () => {
    const meter = aMeter('hour', at('2026-11-21T10:50:00'));
    const upTo = (until: string) => advance(meter, accrual('2026-11-21T10:50:00', until), at(until), 'UTC');
    expect(upTo('2026-11-21T10:59:59.999').closed).toHaveLength(0);
    const edge = upTo('2026-11-21T11:00:00');
    expect(edge.closed.map(shown)).toEqual(['2026-11-21T10:00:00Z 2026-11-21T11:00:00Z 1 gap 0']);
    expect(shown(edge.meter)).toBe('2026-11-21T11:00:00Z 2026-11-21T12:00:00Z 0 gap 0');
  });

  it('counts a gap in the hours that the gap lies in', () => {
    const { meter, closed } = advance(
      aMeter('hour', at('2026-11-21T10:50:00')),
      accrual('2026-11-21T10:50:00', '2026-11-21T14:10:00'),
      at('2026-11-21T14:10:00'),
      'UTC',
    );
    expect([...closed.slice(-1), meter].map(shown)).toEqual([
      '2026-11-21T13:00:00Z 2026-11-21T14:00:00Z 5 gap 10',
      '2026-11-21T14:00:00Z 2026-11-21T15:00:00Z 0 gap 10',
    ]);
  });

  it('of a month ends where the month ends in the time zone of the policy', () => {
    const { meter, closed } = advance(
      {
        ...aMeter('month', noon),
        period: { unit: 'month', from: at('2026-11-01T04:00:00'), until: at('2026-12-01T05:00:00') },
      },
      accrual('2026-12-01T04:00:00', '2026-12-01T06:00:00'),
      at('2026-12-01T06:00:00'),
      'America/New_York',
    );
    expect(closed.map(shown)).toEqual(['2026-11-01T04:00:00Z 2026-12-01T05:00:00Z 6 gap 0']);
    expect(shown(meter)).toBe('2026-12-01T05:00:00Z 2027-01-01T05:00:00Z 6 gap 0');
  });

  it('goes on without a gap or an overlap when the policy’s time zone changes', () => {
    const { meter, closed } = advance(
      aMeter('hour', at('2026-11-21T10:50:00')),
      accrual('2026-11-21T10:50:00', '2026-11-21T12:10:00'),
      at('2026-11-21T12:10:00'),
      'Asia/Kolkata',
    );
    expect([...closed, meter].map(shown)).toEqual([
      '2026-11-21T10:00:00Z 2026-11-21T11:00:00Z 1 gap 0',
      '2026-11-21T11:00:00Z 2026-11-21T11:30:00Z 3 gap 0',
      '2026-11-21T11:30:00Z 2026-11-21T12:30:00Z 4 gap 0',
    ]);
  });

  it('ends where clocks are put back by half an hour', () => {
    const before = at('2026-04-04T14:30:00');
    const { closed } = advance(
      {
        ...aMeter('hour', before),
        period: { unit: 'hour', from: at('2026-04-04T14:00:00'), until: at('2026-04-04T15:00:00') },
      },
      accrual('2026-04-04T14:30:00', '2026-04-04T17:00:00'),
      at('2026-04-04T17:00:00'),
      'Australia/Lord_Howe',
    );
    expect(closed.map(({ period }) => isoInstant(period.until))).toEqual([
      '2026-04-04T15:00:00Z',
      '2026-04-04T15:30:00Z',
      '2026-04-04T16:30:00Z',
    ]);
  });
});
