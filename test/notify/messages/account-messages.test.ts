import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RuleName, Subject } from '../../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { hours, later, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import { renderMessage } from '../../../lib/notify/messages/message.ts';
import type { FreshnessFigures } from '../../../lib/rules/freshness/terms.ts';
import type { RateFigures } from '../../../lib/rules/rate/terms.ts';
import type { RunwayFigures } from '../../../lib/rules/runway/terms.ts';
import type { Figures } from '../../../lib/rules/terms.ts';
import type { NotificationByKind } from '../../../lib/state/notification.ts';
import { at } from '../../support/at.ts';
import { aMessage, morning } from './a-message.ts';
import { anAlert } from './every-alert.ts';

const aNotification = (figures: Figures, overrides: Partial<NotificationByKind<'alert'>>) =>
  anAlert(figures, {
    severity: 'critical',
    subject: Subject.parse('account/main'),
    rule: RuleName.parse('rule'),
    because: 'of what the figures say',
    ...overrides,
  });
const render = (figures: Figures, overrides: Partial<NotificationByKind<'alert'>> = {}) =>
  renderMessage(aMessage(aNotification(figures, overrides), { severity: 'critical' }), {
    zone: 'Europe/London',
  });

const aRunway = (overrides: Partial<RunwayFigures> = {}): RunwayFigures => ({
  kind: 'runway',
  credit: money('23.20'),
  reported: { amount: money('23.20'), at: morning },
  burnRate: hourlyPrice('4'),
  left: minutes(348),
  emptyAt: later(morning, minutes(348)),
  threshold: hours(6),
  recharge: 'none',
  atRisk: { counts: { vm: 12, disk: 1 }, isPartial: true },
  ...overrides,
});
const aRate = (overrides: Partial<RateFigures> = {}): RateFigures => ({
  kind: 'rate',
  of: 'hourly',
  by: 'rule',
  rate: hourlyPrice('62.5'),
  spent: money('62.5'),
  limit: money('50'),
  threshold: money('50'),
  ...overrides,
});
const anObservationAt = (of: FreshnessFigures['of']): FreshnessFigures => ({
  kind: 'freshness',
  of,
  seenAt: morning,
  allowed: minutes(15),
});

describe('the message of a runway', () => {
  it('states what is lost and when before anything else', () => {
    const { subject, body } = render(aRunway());
    expect(subject).toBe(
      '[critical] main: everything deleted at 2026-11-21 11:04, credit gone in 5 h 48 min',
    );
    expect(body.replace(/\s+/g, ' ')).toMatch(
      /^The credit of billing account main runs out in 5 h 48 min, at 2026-11-21 11:04 \(Europe\/London\)\. Then the platform deletes everything in its projects, disks included: at least 12 VMs and 1 disk\. This cannot be undone\. Copy the data that you need .* Credit 23\.20 USD /,
    );
    expect(body).toContain(`
  Credit     23.20 USD
  Burn rate  4.00 USD/h
  Recharge   off: no credit is added automatically
`);
  });

  it('shows an unknown burn rate as unknown, and not as 0 USD', () => {
    const { body } = render(aRunway({ left: milliseconds(0), emptyAt: morning, burnRate: null }));
    expect(body).toContain('\n  Burn rate  unknown\n');
  });

  it.each([
    [{ left: milliseconds(0), emptyAt: morning, credit: money('0') }],
    [{ left: null, emptyAt: null, credit: money('-3') }],
  ])('states that no credit is left: %#', (figures) => {
    const reported = { amount: figures.credit, at: morning };
    const { subject, body } = render(aRunway({ ...figures, reported }));
    expect(subject).toBe('[critical] main: no credit left, all its resources are deleted');
    expect(body.replace(/\s+/g, ' ')).toMatch(
      /^The credit of billing account main is used up\. Now the platform deletes/,
    );
  });

  it('calls credit an estimate that is used up only by its burn rate', () => {
    const figures = { left: milliseconds(0), emptyAt: morning, credit: money('-0.93') };
    const { subject, body } = render(aRunway({ ...figures, reported: { amount: money('5'), at: morning } }));
    expect(subject).toBe(
      '[critical] main: credit about used up (5.00 USD reported), then all its resources are deleted',
    );
    const text = body.replace(/\s+/g, ' ');
    expect(text).toMatch(
      /^The credit of billing account main is about used up: 5\.00 USD reported at 2026-11-21 05:16 \(Europe\/London\), about -0\.93 USD now\. At zero the platform deletes/,
    );
    expect(text).not.toMatch(/Now the platform|is used up/);
  });

  it('reports a failing recharge, and still warns of deletion where no resources are known', () => {
    const atRisk = { counts: {}, isPartial: false };
    const { body } = render(aRunway({ recharge: 'failing', atRisk }));
    expect(body).toContain('Recharge   on, but failing: check the card on file');
    expect(body.replace(/\s+/g, ' ')).toContain('deletes everything in its projects, disks included. This');
  });
});

it.each([
  [aRate(), '[critical] main: burn rate 62.50 USD/h, 125 % of the limit'],
  [
    aRate({ of: 'monthly', by: 'platform', spent: money('812'), limit: money('1000'), rate: null }),
    '[critical] main: 812.00 USD spent this month, 81.2 % of the limit',
  ],
  [{ kind: 'account-state', state: 'suspended payment' }, '[critical] main: not active (suspended payment)'],
  [
    {
      kind: 'account-state',
      state: 'active',
      owed: { of: 'invoice', amount: money('504'), since: morning },
    },
    '[critical] main: overdue invoice of 504.00 USD',
  ],
  [
    { kind: 'account-state', state: 'active', owed: { of: 'payment', amount: null, since: morning } },
    '[critical] main: failed recharge',
  ],
  [anObservationAt('target'), '[critical] main: no successful poll since 2026-11-21 05:16'],
  [anObservationAt('part'), '[critical] main: incomplete polls since 2026-11-21 05:16'],
  [anObservationAt('spend'), '[critical] main: no new spend report since 2026-11-21 05:16'],
  [anObservationAt('watcher'), '[critical] spendwatch: missed heartbeat since 2026-11-21 05:16'],
  [
    {
      kind: 'reconcile',
      reported: money('110'),
      accrued: money('100'),
      from: at('2026-11-01T00:00:00'),
      until: at('2026-11-21T05:00:00'),
    },
    '[critical] main: billed 10.00 USD more than its prices add up to',
  ],
  [
    {
      kind: 'reconcile',
      reported: money('90'),
      accrued: money('100'),
      from: at('2026-11-01T00:00:00'),
      until: at('2026-11-21T05:00:00'),
    },
    '[critical] main: billed 10.00 USD less than its prices add up to',
  ],
] as const satisfies readonly (readonly [Figures, string])[])('%o has the subject %s', (figures, subject) => {
  const rendered = render(figures);
  expect(rendered.subject).toBe(subject);
  expect(rendered.body).toMatch(/Why +of what the figures say\./);
});

it('the message of a rate lists what costs most', () => {
  const subject = Subject.parse('project/lab/vm/train');
  const { body } = render(aRate(), {
    drivers: [{ subject, price: hourlyPrice('40'), what: '8 x H100', by: null }],
  });
  expect(body).toContain('  Drivers    train  40.00 USD/h  8 x H100  lab\n');
});

it('a subject line stays under 100 characters of ASCII for any names and figures', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 });
  const figures = fc.constantFrom<Figures>(
    aRunway(),
    aRate({ spent: money('999999999999'), limit: money('0.01') }),
    anObservationAt('spend'),
    { kind: 'account-state', state: 'suspended '.repeat(40) },
  );
  fc.assert(
    fc.property(name, figures, (id, told) => {
      const { subject } = render(told, { subject: Subject.parse(`account/${id}`) });
      expect(subject).toMatch(/^[\x20-\x7e]{1,99}$/);
    }),
  );
});
