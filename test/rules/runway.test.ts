import { describe, expect, it } from 'vitest';
import type { AccountObservation } from '../../lib/model/facts/observation.ts';
import { hourlyPrice, money } from '../../lib/model/money/money.ts';
import { earlier, hours, minutes } from '../../lib/model/time/time.ts';
import { judgeRunway, type RunwayFacts } from '../../lib/rules/runway/judge.ts';
import { at } from '../support/at.ts';
import { aRunwayRule, main } from '../support/builders/account-rule-builders.ts';
import { anAccountObservation, anObservation, noon } from '../support/builders/observation-builders.ts';

/** A prepaid account that burns 2 USD an hour, at noon. */
const prepaid = (credit: string | null, overrides: Partial<AccountObservation> = {}): RunwayFacts => ({
  target: main,
  zone: 'UTC',
  observation: anAccountObservation({
    paymentTerms: 'prepaid',
    creditBalance: credit === null ? null : money(credit),
    ...overrides,
  }),
  atRisk: { counts: { vm: 2, disk: 1, image: 3 }, isPartial: false },
});
function judge(facts: RunwayFacts, rule = aRunwayRule()) {
  const [verdict, ...others] = judgeRunway(rule, facts);
  expect(others).toEqual([]);
  return verdict;
}
const auto = { low: money('100'), high: money('500'), auto: true };

describe('the runway of a prepaid account', () => {
  it.each([
    ['1000', 'clear', null, null],
    ['144', 'clear', null, null],
    ['143.99', 'breached', 1, 'critical'],
    ['48.01', 'breached', 1, 'critical'],
    ['48', 'breached', 1, 'critical'],
    ['47.99', 'breached', 2, 'critical'],
    ['11.99', 'breached', 3, 'critical'],
    ['0.01', 'breached', 3, 'critical'],
    ['0', 'breached', 4, 'critical'],
    ['-12', 'breached', 4, 'critical'],
  ])('with %s at 2 an hour is %s at level %s', (credit, kind, level, severity) => {
    expect(judge(prepaid(credit))).toMatchObject(level === null ? { kind } : { kind, level, severity });
  });

  it('states when credit ends and what is deleted then', () => {
    const verdict = judge({ ...prepaid('11'), zone: 'Europe/Berlin' });
    expect(verdict).toMatchObject({ figures: { left: hours(5.5), emptyAt: at('2026-11-21T17:30:00') } });
    expect(verdict?.because).toBe(
      '11.00 USD of credit at 2.00 USD/h: runway 5 h 30 min, until 2026-11-21 18:30 (Europe/Berlin); ' +
        'then the platform deletes 2 VMs, 1 disk and 3 images, disks included',
    );
  });

  it.each([
    [{ counts: { vm: 1 }, isPartial: true }, 'deletes at least 1 VM,'],
    [{ counts: {}, isPartial: false }, 'deletes everything in its projects,'],
  ] as const)('counts %j in the words for each', (atRisk, words) => {
    expect(judge({ ...prepaid('11'), atRisk })?.because).toContain(words);
  });

  it('subtracts what was spent since the last full hour, at which the platform adjusted the credit', () => {
    const late = prepaid('1.50', { at: at('2026-11-21T12:30:00') });
    expect(judge(late)).toMatchObject({ kind: 'breached', level: 3, figures: { left: minutes(15) } });
    const gone = prepaid('1.50', { at: at('2026-11-21T12:45:00') });
    expect(judge(gone)).toMatchObject({ kind: 'breached', level: 4, severity: 'critical' });
    expect(judge(gone)?.because).toBe(
      '1.50 USD of credit reported at 2026-11-21 12:00, about 0.00 USD now: at zero the platform deletes 2 VMs, 1 disk and 3 images, disks included',
    );
  });

  it('has no end where nothing is spent', () => {
    const idle = prepaid('5', { burnRate: hourlyPrice('0') });
    expect(judge(idle)).toMatchObject({ kind: 'clear', because: '5.00 USD of credit, burn rate zero' });
  });

  it('stays within the range of calendars, however little is spent', () => {
    const slow = prepaid('999999999999', { burnRate: hourlyPrice('0.000001') });
    expect(judge(slow)).toMatchObject({ kind: 'clear' });
  });

  it.each([
    ['an invoice', prepaid('0', { paymentTerms: 'invoiced' }), 'clear'],
    ['no balance', prepaid(null), 'unknown'],
    ['no rate', prepaid('5', { burnRate: null }), 'unknown'],
    ['no rate and no credit', prepaid('0', { burnRate: null }), 'breached'],
    ['no terms and some credit', prepaid('5', { paymentTerms: 'unknown' }), 'breached'],
    ['no terms and no credit', prepaid('0', { paymentTerms: 'unknown' }), 'unknown'],
  ] as const)('with %s is %s', (_, facts, kind) => {
    expect(judge(facts)).toMatchObject({ kind });
  });

  it('has no burn rate of zero where the rate is unknown', () => {
    expect(judge(prepaid('0', { burnRate: null }))).toMatchObject({
      figures: { burnRate: null, left: 0 },
      because: expect.not.stringContaining('USD/h'),
    });
  });

  const invoice = { total: money('1234.5'), at: at('2026-12-01T00:00:00'), threshold: money('2000') };
  it.each([
    [
      'in full',
      invoice,
      ': the next is 1,234.50 USD at 2026-12-01 00:00 (UTC); billed earlier if it reaches 2,000.00 USD',
    ],
    [
      'without a threshold',
      { ...invoice, threshold: null },
      ': the next is 1,234.50 USD at 2026-12-01 00:00 (UTC)',
    ],
    [
      'by its threshold alone',
      { ...invoice, total: null, at: null },
      ': the next is of an unreported amount; billed earlier if it reaches 2,000.00 USD',
    ],
    ['not at all', undefined, ', so no credit runs out'],
  ])('of an account that pays by invoice shows its next invoice, reported %s', (_, nextInvoice, words) => {
    const account = { paymentTerms: 'invoiced' as const, ...(nextInvoice && { nextInvoice }) };
    expect(judge(prepaid('0', account))).toMatchObject({ kind: 'clear', because: `pays by invoice${words}` });
  });

  const nothing = { counts: {}, isPartial: false } as const;
  const unseen = { counts: {}, isPartial: true } as const;
  const idle = { burnRate: hourlyPrice('0') };
  it.each([
    ['never used', '0', { burnRate: null }, nothing, 'clear'],
    ['never used, with a rate of zero', '0', idle, nothing, 'clear'],
    ['never used, without any figure', null, { burnRate: null }, nothing, 'clear'],
    ['in debt, with all its resources gone', '-3', idle, nothing, 'clear'],
    ['with only resources that are gone', '0', idle, { counts: { vm: 0 }, isPartial: false }, 'clear'],
    ['billed for resources that no poll shows', '0', {}, nothing, 'breached'],
    ['with a network alone', '0', idle, { counts: { network: 1 }, isPartial: false }, 'breached'],
    ['with projects that were not polled', '0', idle, unseen, 'unknown'],
    ['billed for resources that could not be polled', '0', {}, unseen, 'breached'],
    ['spending, with credit, and without known resources', '5', {}, nothing, 'breached'],
    [
      'spending fast, with little credit and projects that were not polled',
      '5',
      { burnRate: hourlyPrice('10') },
      unseen,
      'breached',
    ],
    ['of unknown credit that holds nothing', null, {}, nothing, 'unknown'],
  ] as const)(
    '8. an account %s is breached only where something may be lost',
    (_, credit, account, atRisk, kind) => {
      expect(judge({ ...prepaid(credit, account), atRisk })).toMatchObject({ kind });
    },
  );

  it('applies only to billing accounts that match', () => {
    expect(judgeRunway(aRunwayRule({ match: { account: 'other' } }), prepaid('1'))).toEqual([]);
    expect(judgeRunway(aRunwayRule(), { ...prepaid('1'), observation: anObservation() })).toEqual([]);
  });
});

describe('auto-recharge', () => {
  const low = (ago: number) => earlier(noon, minutes(ago));

  it.each([
    ['100', null, 'clear', 'counted'],
    ['99', low(0), 'clear', 'counted'],
    ['99', low(119), 'clear', 'counted'],
    ['50', low(60), 'clear', 'counted'],
    ['49.99', low(0), 'breached', 'failing'],
    ['99', low(120), 'breached', 'failing'],
  ])('at 100, with %s under it since %s, is %s and %s', (credit, lowSince, kind, recharge) => {
    expect(judge(prepaid(credit, { recharge: auto, lowSince }))).toMatchObject({
      kind,
      figures: { recharge },
    });
  });

  it('that is counted on is named in the reason', () => {
    expect(judge(prepaid('120', { recharge: auto }))?.because).toBe(
      '120.00 USD of credit at 2.00 USD/h will not run out: auto-recharge raises the credit to 500.00 USD when it falls below 100.00 USD',
    );
  });

  it('that does not arrive is reported as failing', () => {
    const verdict = judge(prepaid('40', { recharge: auto, lowSince: low(180) }));
    expect(verdict).toMatchObject({ level: 2, severity: 'critical' });
    expect(verdict?.because).toMatch(
      /; auto-recharge is on but failing: credit is below 100\.00 USD for 3 h$/,
    );
  });

  it('that is known to have failed is not waited for, and is reported with its time', () => {
    const payment = { at: noon, amount: money('90'), isRecharge: true, failedSince: low(30) };
    const verdict = judge(prepaid('99', { recharge: auto, lowSince: low(30), payment }));
    expect(verdict).toMatchObject({ kind: 'breached', figures: { recharge: 'failing' } });
    expect(verdict?.because).toMatch(/; automatic recharge failed at 2026-11-21 11:30 \(.+\)$/);
  });

  it('that is agreed but off changes nothing', () => {
    const facts = prepaid('40', { recharge: { ...auto, auto: false }, lowSince: low(180) });
    expect(judge(facts)).toMatchObject({ kind: 'breached', figures: { recharge: 'none' } });
  });

  it('does not help once credit is used up', () => {
    expect(judge(prepaid('0', { recharge: { ...auto, low: money('0') } }))).toMatchObject({
      kind: 'breached',
      level: 4,
    });
  });
});
