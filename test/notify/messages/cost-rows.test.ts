import { describe, expect, it } from 'vitest';
import { Subject } from '../../../lib/model/ids.ts';
import { hourlyPrice } from '../../../lib/model/money/money.ts';
import { rowLines } from '../../../lib/notify/messages/text-layout.ts';
import { driverRow, trendRow, whatRow } from '../../../lib/notify/parts/cost-rows.ts';
import type { Driver } from '../../../lib/state/notification.ts';

const prices = (...rates: (string | null)[]) =>
  rates.map((rate) => (rate === null ? null : hourlyPrice(rate)));
const aDriver = (name: string, overrides: Partial<Driver> = {}): Driver => ({
  subject: Subject.parse(`project/lab/${name}`),
  price: hourlyPrice('2'),
  what: 'vm',
  by: 'ada',
  ...overrides,
});
const subject = Subject.parse('account/main');
const driversOf = (drivers: readonly Driver[], overrides: { burnRate?: string; subject?: Subject } = {}) => {
  const { burnRate, subject: of = subject } = overrides;
  const notice = {
    drivers: [...drivers],
    burnRate: burnRate === undefined ? null : hourlyPrice(burnRate),
    subject: of,
  };
  const row = driverRow(notice, null);
  return row && rowLines([row], { width: 70 });
};

describe('the chart of the burn rate', () => {
  const chart = (rates: Parameters<typeof trendRow>[0]) => {
    const row = trendRow(rates);
    return row && rowLines([row], { width: 72 });
  };

  it('has a bar for each hour and one for the present, and the highest rate as its scale', () => {
    expect(chart(prices('0', '1', '2', '7'))).toEqual(['Last 3 h  ▁▂▃█  up to 7.00 USD/h']);
  });

  it('leaves a gap where an hour is unknown, and begins with the first known hour', () => {
    expect(chart(prices(null, null, '1', null, null, '2'))).toEqual(['Last 3 h  ▅  █  up to 2.00 USD/h']);
  });

  it.each([[undefined], [[]], [prices('3')], [prices(null, '3')], [prices(null, null)]])(
    'is not drawn where there is nothing to compare: %#',
    (trend) => {
      expect(trendRow(trend)).toBeNull();
    },
  );
});

describe('the drivers', () => {
  it('show what each costs, what it is, where it is and who created it', () => {
    expect(
      driversOf([
        aDriver('vm/train', { what: '8 x H100' }),
        aDriver('volume/data', { what: 'volume', by: null }),
      ]),
    ).toEqual([
      'Drivers  train  2.00 USD/h  8 x H100  lab  ada',
      '         data   2.00 USD/h  volume    lab',
    ]);
  });

  it('show the names that people gave, where ids are those of the cloud', () => {
    const pod = aDriver('vm/x7k2', { name: 'train-7b', what: '8 x H100' });
    expect(driversOf([pod])).toEqual(['Drivers  train-7b  2.00 USD/h  8 x H100  lab  ada']);
    expect(whatRow({ drivers: [pod], subject: pod.subject }, null)).toEqual([
      'Type',
      '8 x H100, created by ada',
    ]);
  });

  it('leave out the project that the message is about', () => {
    expect(driversOf([aDriver('vm/train')], { subject: Subject.parse('project/lab') })).toEqual([
      'Drivers  train  2.00 USD/h  VM  ada',
    ]);
  });

  it('end with what all others cost, if anything', () => {
    expect(driversOf([aDriver('vm/train')], { burnRate: '5' })).toContain('         all others  3.00 USD/h');
    expect(driversOf([aDriver('vm/train')], { burnRate: '2' })).toHaveLength(1);
  });

  it('are three at the most, with the others combined', () => {
    const many = Array.from({ length: 8 }, (_, index) => aDriver(`vm/box-${index}`));
    const lines = driversOf(many, { burnRate: '16' });
    expect(lines).toHaveLength(4);
    expect(lines?.at(-1)).toBe('         all others  10.00 USD/h');
  });

  it('have names shortened to the width of e-mail', () => {
    const long = aDriver(`vm/${'v'.repeat(80)}`, { what: 'w'.repeat(80), by: 'b'.repeat(80) });
    expect(driversOf([long])).toEqual(['Drivers  vvvvvvvvv...  2.00 USD/h  wwwwwwwww...  lab  bbbbbbbbb...']);
  });

  it('have no row where there are none', () => {
    expect(driversOf([])).toBeNull();
  });
});

describe('the resource that a message is about', () => {
  const { subject: own } = aDriver('vm/train');
  it.each([
    [[aDriver('vm/train', { what: '8 x H100' })], ['Type', '8 x H100, created by ada']],
    [
      [aDriver('vm/train', { what: 'vm', by: null, owner: 'eve\u001b[2J', purpose: 'a\nrun' })],
      ['Type', 'VM, owned by eve?[2J, for a run'],
    ],
    // Its kind alone is already in its name.
    [[aDriver('vm/train', { by: null })], null],
    [[aDriver('vm/other')], null],
    [[], null],
  ])('is shown with its creator: %#', (drivers, row) => {
    expect(whatRow({ drivers, subject: own }, null)).toEqual(row);
  });
});
