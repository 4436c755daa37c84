import { createColors } from 'picocolors';
import { describe, expect, it } from 'vitest';
import { statusLines } from '../../../lib/cli/tables/status-text.ts';
import { accountTarget, BillingAccountId, ProjectId, projectTarget } from '../../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { buildStatus } from '../../../lib/views/status.ts';
import { aMeter } from '../../support/builders/meter-builders.ts';
import {
  aHead,
  anAccountObservation,
  anObservation,
  noon,
} from '../../support/builders/observation-builders.ts';
import { anAlert, aViewInput } from '../../support/builders/view-builders.ts';

const meters = { hour: aMeter('hour', noon), day: aMeter('day', noon), month: aMeter('month', noon) };
const paper = { width: 100, colors: createColors(false), now: noon, zone: 'UTC' };
const told = (heads: Parameters<typeof buildStatus>[0]) =>
  statusLines(buildStatus(heads, aViewInput()), paper);
const account = (more: Parameters<typeof anAccountObservation>[0]) =>
  aHead({
    target: accountTarget(null, BillingAccountId.parse('main')),
    observation: anAccountObservation(more),
    meters,
    polledAt: noon,
  });

describe('the status in words', () => {
  it('states that nothing was polled yet', () => {
    expect(told([])).toEqual(['No data yet: run `spendwatch once` or `spendwatch run`.']);
  });

  it.each([
    ['active', 'active', false],
    ['unknown', 'inactive', true],
    ['unpaid', 'suspended payment', true],
  ] as const)('shows the state of an account that is %s, reported as %s: %s', (standing, state, isTold) => {
    const line = `Account main: its state is ${state}.`;
    expect(told([account({ standing, state })]).includes(line)).toBe(isTold);
  });

  it.each([
    {
      what: 'running out',
      more: { creditBalance: money('48') },
      line: /^Account main: 48\.00 USD of credit .*: runway 1 d/,
    },
    {
      what: 'used up',
      more: { creditBalance: money('0'), paymentTerms: 'prepaid' as const },
      line: /^Account main: credit used up/,
    },
    {
      what: 'not reported',
      more: { creditBalance: null },
      line: /^Account main: runway unknown: the platform does not report the credit that is left\.$/,
    },
  ])('shows credit that is $what before any budget', ({ more, line }) => {
    const lines = told([account({ burnRate: hourlyPrice('2'), ...more })]);
    const at = lines.findIndex((known) => line.test(known));
    expect(at).toBeGreaterThan(0);
    expect(at).toBeLessThan(lines.indexOf('TARGETS'));
  });

  it('shows the next invoice of an account that pays by invoice, and of no other', () => {
    const nextInvoice = { total: money('1234.5'), at: noon, threshold: null };
    const line = 'Account main: pays by invoice: the next is 1,234.50 USD at 2026-11-21 12:00 (UTC).';
    expect(told([account({ paymentTerms: 'invoiced', nextInvoice })])).toContain(line);
    expect(told([account({ paymentTerms: 'prepaid', nextInvoice })]).join('\n')).not.toContain('invoice');
  });

  it('shows each amount that an account owes on one line', () => {
    const overdue = { count: 1, amount: money('48.1'), since: noon };
    const payment = { at: noon, amount: null, isRecharge: true, failedSince: noon };
    const line = 'Account main: 1 invoice is overdue since 2026-11-21 12:00 (UTC): 48.10 USD.';
    expect(told([account({ overdue, payment })])).toEqual(
      expect.arrayContaining([line, 'Account main: automatic recharge failed at 2026-11-21 12:00 (UTC).']),
    );
    expect(told([account({})]).join('\n')).not.toMatch(/overdue|recharge/);
  });

  it('shows the most expensive resources, and how many more there are', () => {
    const heads = Array.from({ length: 30 }, (_, index) =>
      aHead({
        target: projectTarget(null, ProjectId.parse(`project-${index}`)),
        observation: anObservation(),
        meters,
        polledAt: noon,
        alerts: [anAlert()],
      }),
    );
    const lines = told(heads);
    expect(lines).toContain('and 25 more: spendwatch status --json');
    expect(lines).toContain('and 25 more: spendwatch alerts');
    expect(lines.length).toBeLessThan(40);
  });
});
