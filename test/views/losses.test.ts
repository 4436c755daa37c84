import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accountTarget, BillingAccountId } from '../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../lib/model/money/money.ts';
import { days, hours, later } from '../../lib/model/time/time.ts';
import { buildCondition } from '../../lib/views/condition/condition.ts';
import { buildDigest } from '../../lib/views/digest.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import {
  aHead,
  anAccountObservation,
  anObservation,
  noon,
} from '../support/builders/observation-builders.ts';
import { anAlert, aViewInput } from '../support/builders/view-builders.ts';

const account = (id: string, credit: number, overrides: Parameters<typeof anAccountObservation>[0] = {}) =>
  aHead({
    target: accountTarget(null, BillingAccountId.parse(id)),
    meters: { hour: aMeter('hour', noon), day: aMeter('day', noon), month: aMeter('month', noon) },
    observation: anAccountObservation({
      paymentTerms: 'prepaid',
      creditBalance: money(`${credit}`),
      burnRate: hourlyPrice('1'),
      ...overrides,
    }),
  });
const context = aViewInput([]);
const noticesOf = (heads: readonly ReturnType<typeof aHead>[]) => buildCondition(heads, context).notices;

describe('data that will be lost within a week', () => {
  it('comes before every other notice, the next loss first, whatever the rules', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 4 }), (credits) => {
        const heads = credits.map((credit, at) => account(`a${at}`, credit));
        const notices = noticesOf([...heads, aHead({ failedPolls: 1, failedBecause: 'broken' })]);
        const near = credits.filter((credit) => credit <= 168).toSorted((left, right) => left - right);
        const found = notices.slice(0, near.length).map(({ kind, severity, says }) => {
          expect({ kind, severity }).toEqual({ kind: 'loss', severity: 'critical' });
          return credits[Number(/account a(\d)/.exec(says)?.[1])];
        });
        expect(found).toEqual(near);
        expect(notices.slice(near.length).map(({ kind }) => kind)).not.toContain('loss');
      }),
    );
  });

  it('is reported with its time, and comes first in the daily report', () => {
    const heads = [account('main', 52)];
    expect(noticesOf(heads)[0]?.says).toBe(
      'Everything in account main is deleted at 2026-11-23 16:00 (in 2 d 4 h), when its credit ends, disks included.',
    );
    const none = { amounts: new Map(), estimated: money('0'), coverage: new Map() };
    const digest = buildDigest({
      ...context,
      heads,
      day: { from: later(noon, days(-1)), until: noon },
      spent: { day: none, before: none },
      lines: [],
      named: String,
      savings: {
        interval: { from: later(noon, days(-1)), until: noon },
        avoided: [],
        measured: [],
        notSaved: [],
        totals: {
          avoided: hourlyPrice('0'),
          avoidedSince: money('0'),
          notSaved: money('0'),
          isEstimate: false,
        },
      },
    });
    expect(digest.loss).toBe('everything in account main is deleted at 2026-11-23 16:00');
  });

  it('is not reported where an automatic recharge is counted on', () => {
    const recharge = { low: money('10'), high: money('500'), auto: true };
    expect(noticesOf([account('main', 52, { recharge })])).toEqual([]);
  });

  it('names the first VM that expires, and counts the others', () => {
    const expiring = (id: string, left: number) =>
      anAlert({ subject: `project/lab/vm/${id}`, kind: 'commitment', lostAt: later(noon, hours(left)) });
    const alerts = [expiring('late', 50), expiring('soon', 2), expiring('far', 200)];
    const heads = [aHead({ observation: anObservation(), alerts })];
    expect(noticesOf(heads).flatMap(({ kind, says }) => (kind === 'loss' ? [says] : []))).toEqual([
      'lab/soon: the platform deletes it at 2026-11-21 14:00; and 1 more within 7 days.',
    ]);
  });
});
