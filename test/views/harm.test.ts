import { describe, expect, it } from 'vitest';
import { accountTarget, BillingAccountId } from '../../lib/model/ids.ts';
import { hourlyPrice } from '../../lib/model/money/money.ts';
import { hours, later, minutes } from '../../lib/model/time/time.ts';
import type { Head } from '../../lib/state/head.ts';
import type { Override } from '../../lib/state/override.ts';
import { listAlerts } from '../../lib/views/alerts.ts';
import { harmInWords } from '../../lib/views/harm.ts';
import {
  aHead,
  anAccountObservation,
  anObservation,
  aVm,
  noon,
} from '../support/builders/observation-builders.ts';
import { anIdleRule } from '../support/builders/policy-builders.ts';
import { aStop, aTerminate } from '../support/builders/step-builders.ts';
import { anAlert, aViewInput } from '../support/builders/view-builders.ts';

const vm = (id: string, price: string, more = {}) => aVm({ id, price, ...more });
const on = (id: string, more: Parameters<typeof anAlert>[0] = {}) =>
  anAlert({ subject: `project/lab/vm/${id}`, ...more });
const idle = anIdleRule();

const lab = (alerts: Head['alerts'], resources = [vm('dear', '8'), vm('cheap', '0.5')]): Head =>
  aHead({ observation: anObservation({ resources }), alerts });
const main = (alerts: Head['alerts']): Head =>
  aHead({
    target: accountTarget(null, BillingAccountId.parse('main')),
    observation: anAccountObservation({ burnRate: hourlyPrice('8.5') }),
    alerts,
  });

const listed = (heads: readonly Head[], overrides: readonly Override[] = []) =>
  listAlerts(heads, aViewInput([idle], { overrides }));
const names = (heads: readonly Head[]) => listed(heads).map(({ alert }) => `${alert.rule} ${alert.subject}`);

describe('alerts', () => {
  it('are ordered by what is at stake: data, then money an hour, then the rest, whatever their severity', () => {
    const heads = [
      lab([
        anAlert({ rule: 'half spent', kind: 'budget', subject: 'project/lab', severity: 'info' }),
        anAlert({ rule: 'sight', kind: 'freshness', subject: 'project/lab', severity: 'critical' }),
        on('cheap', { rule: 'idle', severity: 'critical' }),
        on('dear', { rule: 'idle', severity: 'warning' }),
      ]),
      main([anAlert({ rule: 'credit', kind: 'runway', subject: 'account/main' })]),
    ];
    expect(names(heads)).toEqual([
      'credit account/main',
      'idle project/lab/vm/dear',
      'idle project/lab/vm/cheap',
      'half spent project/lab',
      'sight project/lab',
    ]);
  });

  it('of equal harm are ordered by severity, then the newest first; firing ones come before pending ones', () => {
    const heads = [
      lab([
        on('dear', { rule: 'waits', phase: 'pending' }),
        on('cheap', { rule: 'old' }),
        on('cheap', { rule: 'new', since: later(noon, minutes(1)) }),
        on('cheap', { rule: 'grave', severity: 'critical' }),
      ]),
    ];
    expect(listed(heads).map(({ alert }) => alert.rule)).toEqual(['grave', 'new', 'old', 'waits']);
  });
});

describe('what is at stake', () => {
  const stake = (heads: readonly Head[], overrides: readonly Override[] = []) =>
    listed(heads, overrides).map(({ harm }) => harmInWords(harm));
  const keep: Override = {
    ...{ kind: 'keep', id: 'k', author: 'ada', reason: 'a demo', subject: '*' },
    ...{ at: noon, until: later(noon, hours(4)) },
  };

  it('is the charge that continues, by the hour and by the month', () => {
    expect(stake([lab([on('cheap')])])).toEqual(['0.50 USD/h, 365.00 USD/month']);
    expect(stake([main([anAlert({ kind: 'budget', subject: 'account/main' })])])).toEqual([
      '8.50 USD/h, 6,205.00 USD/month',
    ]);
  });

  it('includes what the platform deletes at zero credit', () => {
    expect(stake([lab([]), main([anAlert({ kind: 'runway', subject: 'account/main' })])])).toEqual([
      'at zero credit the platform deletes everything in its projects; 8.50 USD/h, 6,205.00 USD/month',
    ]);
  });

  it('includes a resource that expires', () => {
    const expiring = on('cheap', { kind: 'commitment', lostAt: later(noon, hours(2)) });
    expect(stake([lab([expiring])])).toEqual([
      'the platform deletes it at 2026-11-21 14:00; 0.50 USD/h, 365.00 USD/month',
    ]);
  });

  it.each([
    ['enforces it', { mode: 'enforce' }, /^spendwatch deletes it; 0\.50/],
    ['only observes', { mode: 'observe' }, /^0\.50/],
  ] as const)('includes a deletion by spendwatch or not, where the rule %s', (_, step, words) => {
    const rule = anIdleRule({ mode: 'enforce', then: [aStop(), aTerminate(step)] });
    const heads = [lab([on('cheap', { rule: rule.name, step: 'terminate' })])];
    const [{ harm } = expect.fail()] = listAlerts(heads, aViewInput([rule]));
    expect(harmInWords(harm)).toMatch(words);
  });

  it('includes no action on a protected resource', () => {
    const alert = on('cheap', { rule: idle.name, step: 'terminate' });
    expect(stake([lab([alert])], [keep])).toEqual([
      '0.50 USD/h, 365.00 USD/month; protected, no action will be taken: kept by ada until 2026-11-21T16:00:00Z: a demo',
    ]);
    expect(stake([lab([on('cheap', { rule: 'tells only' })])], [keep])[0]).not.toMatch(/protected/);
  });

  it('has no money where an alert is about freshness, or the price is unknown', () => {
    expect(stake([lab([anAlert({ kind: 'freshness', subject: 'project/lab' })])])).toEqual(['']);
    expect(stake([lab([on('gone')])])).toEqual(['']);
  });
});
