import { describe, expect, it } from 'vitest';
import type { ActionKind } from '../../lib/model/action-kind.ts';
import { accountTarget, BillingAccountId, RuleName, Subject } from '../../lib/model/ids.ts';
import { hourlyPrice } from '../../lib/model/money/money.ts';
import { hours, later } from '../../lib/model/time/time.ts';
import type { LogLine } from '../../lib/views/actions.ts';
import { computeSavings, type HourlyRate, type SavingsFacts } from '../../lib/views/savings.ts';
import { at } from '../support/at.ts';
import { lab } from '../support/builders/observation-builders.ts';

const main = accountTarget(null, BillingAccountId.parse('main'));
const november = { from: at('2026-11-01T00:00:00'), until: at('2026-12-01T00:00:00') };
const now = at('2026-11-21T00:00:00');

const line = (
  time: string,
  event: LogLine['event'],
  action?: ActionKind,
  {
    vm = 'box',
    price = '2' as string | null,
    before,
    ...more
  }: { vm?: string; price?: string | null; before?: string; by?: string } = {},
): LogLine => ({
  id: `${event}#${time}#${vm}`,
  at: at(time),
  event,
  subject: Subject.parse(`project/lab/vm/${vm}`),
  rule: RuleName.parse('forgotten machines'),
  because: 'seen',
  target: lab,
  ...(action !== undefined && { action, price: price === null ? null : hourlyPrice(price) }),
  ...(before !== undefined && { priceBefore: hourlyPrice(before) }),
  ...more,
});
const savings = (lines: readonly LogLine[], facts: Partial<SavingsFacts> = {}) =>
  computeSavings({ lines, rates: new Map(), accountOf: () => main, interval: november, now, ...facts });

describe('the savings of a stop (invariant 14)', () => {
  it('are zero where the charge at rest is the same, and what was billed at rest is listed', () => {
    const { avoided, notSaved, totals } = savings([line('2026-11-20T00:00:00', 'confirmed', 'stop')]);
    expect(avoided).toEqual([]);
    expect(notSaved).toMatchObject([
      { action: 'stop', isOver: false, from: at('2026-11-20T00:00:00'), until: now },
    ]);
    expect(totals.avoided.isZero()).toBe(true);
    expect(totals.notSaved.toFixed()).toBe('48');
  });

  it.each([
    ['someone starts the VM', line('2026-11-10T06:00:00', 'started-again'), '12'],
    ['a person deletes the VM', line('2026-11-10T06:00:00', 'ended'), '12'],
    ['its own rule starts the VM', line('2026-11-10T06:00:00', 'confirmed', 'start'), '12'],
    ['its own rule deletes the VM', line('2026-11-10T06:00:00', 'confirmed', 'terminate'), '12'],
  ])('list the charge at rest until %s', (_, end, billed) => {
    const told = savings([line('2026-11-10T00:00:00', 'confirmed', 'stop'), end]);
    expect(told.notSaved).toMatchObject([{ isOver: true, until: end.at }]);
    expect(told.totals.notSaved.toFixed()).toBe(billed);
  });

  it('keep listing the charge at rest while an image is made or another VM is started', () => {
    const told = savings([
      line('2026-11-20T00:00:00', 'confirmed', 'stop'),
      line('2026-11-20T01:00:00', 'confirmed', 'image'),
      line('2026-11-20T02:00:00', 'started-again', undefined, { vm: 'other' }),
    ]);
    expect(told.totals.notSaved.toFixed()).toBe('48');
  });

  it('list the charge at rest of the month that is asked for, whenever the stop was', () => {
    const before = line('2026-10-30T00:00:00', 'confirmed', 'stop');
    expect(savings([before, line('2026-11-01T05:00:00', 'ended')]).totals.notSaved.toFixed()).toBe('10');
    expect(savings([before, line('2026-10-31T00:00:00', 'ended')]).notSaved).toEqual([]);
  });

  it('are the fall in price since the VM was seen stopped, beside the charge that went on at rest', () => {
    const pod = { price: '0.25', before: '2' };
    const stop = line('2026-11-20T00:00:00', 'confirmed', 'stop', pod);
    const told = savings([stop]);
    expect(told.avoided).toMatchObject([{ action: 'stop', endedAt: stop.at, until: null, evidence: 'seen' }]);
    expect(told.totals.avoided.toFixed()).toBe('1.75');
    expect(told.totals.avoidedSince.toFixed()).toBe('42');
    expect(told.totals.notSaved.toFixed()).toBe('6');
    const over = savings([stop, line('2026-11-20T08:00:00', 'started-again')]);
    expect(over.avoided).toMatchObject([{ until: at('2026-11-20T08:00:00') }]);
    expect([over.totals.avoided.toFixed(), over.totals.avoidedSince.toFixed()]).toEqual(['0', '14']);
    const free = savings([line('2026-11-20T00:00:00', 'confirmed', 'stop', { price: '0', before: '2' })]);
    expect([free.totals.avoided.toFixed(), free.notSaved]).toEqual(['2', []]);
  });

  it('are unknown where the platform reported no price', () => {
    const told = savings([line('2026-11-20T00:00:00', 'confirmed', 'stop', { price: null })]);
    expect(told.notSaved).toMatchObject([{ price: null, billed: null }]);
  });
});

describe('charges that ended', () => {
  it('are listed with their evidence, their price, and what they would have cost since', () => {
    const told = savings([
      line('2026-11-20T12:00:00', 'confirmed', 'terminate', { by: 'ada' }),
      line('2026-10-20T12:00:00', 'confirmed', 'terminate', { vm: 'earlier' }),
    ]);
    expect(told.avoided).toMatchObject([{ evidence: 'seen', by: 'ada', endedAt: at('2026-11-20T12:00:00') }]);
    expect(told.totals.avoided.toFixed()).toBe('2');
    expect(told.totals.avoidedSince.toFixed()).toBe('24');
  });

  it('do not include an action that was requested and never observed', () => {
    expect(savings([line('2026-11-20T12:00:00', 'requested', 'terminate')]).avoided).toEqual([]);
  });
});

describe("the change of the account's burn rate", () => {
  const ratesFrom = (first: string, rates: readonly string[]): readonly HourlyRate[] =>
    rates.map((rate, index) => ({ from: later(at(first), hours(index)), rate: hourlyPrice(rate) }));
  const measured = (lines: readonly LogLine[], rates: readonly HourlyRate[]) =>
    savings(lines, { rates: new Map([[main, rates]]) }).measured;

  it('compares the last whole hour before an action with the first after it', () => {
    const rates = ratesFrom('2026-11-20T08:00:00', ['7', '7', '6', '5', '3', '1']);
    const [fall] = measured([line('2026-11-20T10:30:00', 'confirmed', 'terminate')], rates);
    expect(fall?.before).toMatchObject({ from: at('2026-11-20T08:00:00') });
    expect(fall?.after).toMatchObject({ from: at('2026-11-20T11:00:00') });
    expect(fall?.fall.toFixed()).toBe('2');
  });

  it('is zero where the rate rose, and is left out where an hour is unknown', () => {
    const action = line('2026-11-20T10:30:00', 'confirmed', 'stop');
    const [fall] = measured([action], ratesFrom('2026-11-20T08:00:00', ['1', '1', '1', '9']));
    expect(fall?.fall.isZero()).toBe(true);
    expect(measured([action], ratesFrom('2026-11-20T08:00:00', ['1', '1']))).toEqual([]);
  });

  it('is listed once for actions that share their hours', () => {
    const acts = [
      line('2026-11-20T10:30:00', 'confirmed', 'stop'),
      line('2026-11-20T11:30:00', 'confirmed', 'terminate', { vm: 'other' }),
    ];
    const rates = ratesFrom('2026-11-20T08:00:00', ['7', '7', '6', '5', '3', '1']);
    expect(measured(acts, rates)).toMatchObject([
      {
        subjects: ['project/lab/vm/box', 'project/lab/vm/other'],
        after: { from: at('2026-11-20T12:00:00') },
      },
    ]);
  });
});
