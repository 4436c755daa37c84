import { describe, expect, it } from 'vitest';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { charge, hourlyPrice, money, moneyToCharge } from '../../lib/model/money/money.ts';
import { earlier, hours, type Instant, instant, minutes } from '../../lib/model/time/time.ts';
import { headItems } from '../../lib/record/head-store.ts';
import { decodeHead, encodeHead } from '../../lib/record/packing/codec.ts';
import { listVmIds } from '../../lib/record/packing/packed-vm-times.ts';
import { sampleItems } from '../../lib/record/sample-item.ts';
import type { Head } from '../../lib/state/head.ts';
import { aFleet, aHeadOf, longId, shortId } from '../support/builders/fleet-builders.ts';
import { anObservation, aVm, lab, noon } from '../support/builders/observation-builders.ts';
import { anAlert } from '../support/builders/view-builders.ts';
import { writeUnits } from '../support/item-size.ts';

describe('100 VMs', () => {
  it.each([
    { ids: 'short', idOf: shortId, head: 2, sample: 1 },
    { ids: 'long', idOf: longId, head: 4, sample: 3 },
  ])('with $ids ids take $head write units in a head, and $sample in a sample', ({ idOf, head, sample }) => {
    const resources = aFleet(100, idOf);
    expect(writeUnits(headItems(aHeadOf(resources)).item)).toBe(head);
    expect(sampleItems(lab, [anObservation({ resources })]).map(writeUnits)).toEqual([sample]);
  });

  it('with a different price each take no more write units than those of a few sizes', () => {
    const resources = aFleet(100).map((vm, index) => aVm({ ...vm, price: `0.${1_364 + index}` }));
    expect(writeUnits(headItems(aHeadOf(resources)).item)).toBe(2);
  });
});

it('a head of another version is refused with an error that names the version', () => {
  const bytes = encodeHead(aHeadOf(aFleet(3)));
  expect(() => decodeHead(Uint8Array.of(9, ...bytes.subarray(1)))).toThrow(
    'it is stored in version 9, and only version 8 is supported here',
  );
});

it('times of signals that equal those of their VM’s use add fewer than 20 bytes', () => {
  const head = aHeadOf(aFleet(100));
  const vms = listVmIds(head.observation);
  const known = (at: (nth: number) => Instant) => ({
    ...head,
    usageUntil: noon,
    deferredUsage: {
      rules: 1,
      of: Object.fromEntries(vms.map((vm, nth) => [vm, { until: at(nth), again: noon }])),
    },
  });
  const ever = known((nth) => earlier(noon, minutes(15 * (nth % 4))));
  const signalsKnownAt = Object.fromEntries(
    Object.entries(ever.deferredUsage.of).map(([vm, { until }]) => [vm, { pings: until }]),
  );
  expect(encodeHead({ ...ever, signalsKnownAt }).length - encodeHead(ever).length).toBeLessThan(20);
});

describe('A field that heads of this version did not have at first', () => {
  const march = instant(Date.UTC(2026, 2, 1));
  const former = projectTarget(null, ProjectId.parse('lab'));
  const alert = anAlert({ incident: 'project/lab#idle#1772352000000' });
  const report = {
    spend: { amount: money('100'), from: march, until: noon, leftOut: 1, credits: money('90') },
    accruedSince: charge(hourlyPrice('2'), hours(1)),
  };
  const added: readonly (readonly [string, Partial<Head>])[] = [
    ['earlier', { earlier: { from: noon, names: [{ target: former, from: march, until: noon }] } }],
    ['movedTo', { movedTo: { target: former, at: noon } }],
    ['mayCountTwice', { mayCountTwice: 'connection eu shows its project too' }],
    [
      'unmetered',
      {
        unmetered: {
          since: march,
          month: march,
          until: noon,
          ofMonth: moneyToCharge(money('90')),
          days: [{ from: march, charge: moneyToCharge(money('90.000000001')) }],
        },
      },
    ],
    ['incident of an alert', { alerts: [alert] }],
    ['credits and items without an amount', { report }],
    [
      'short',
      {
        report: {
          ...report,
          short: {
            charge: moneyToCharge(money('3')),
            since: noon,
            reportedThen: money('97'),
            highest: money('100'),
            meteredSince: moneyToCharge(money('1')),
          },
        },
      },
    ],
    [
      'former and isOfFormer',
      { report: { ...report, former: { charge: moneyToCharge(money('980')) }, isOfFormer: true } },
    ],
    [
      'excess and corrected',
      {
        report: {
          ...report,
          excess: { charge: moneyToCharge(money('9')), since: noon, least: moneyToCharge(money('8')) },
          corrected: { at: noon, by: moneyToCharge(money('1')), because: 'withdrawn' },
        },
      },
    ],
  ];

  it.each(added)('is read back as it was stored: %s', (_, fields) => {
    const head = { ...aHeadOf(aFleet(2)), ...fields };
    expect(decodeHead(encodeHead(head))).toEqual(head);
  });

  it('is absent from a head that was stored without it, which can still be read', () => {
    const { incident: _, ...plain } = alert;
    const read = decodeHead(encodeHead({ ...aHeadOf(aFleet(2)), report, alerts: [plain] }));
    expect(read).toMatchObject({ unmetered: null, alerts: [plain] });
    expect(read.report).toEqual(report);
    for (const field of ['earlier', 'movedTo', 'mayCountTwice']) expect(read).not.toHaveProperty(field);
    expect(read.alerts[0]).not.toHaveProperty('incident');
  });
});
