import { describe, expect, it } from 'vitest';
import { findSilenceReason, findSuppressionReason } from '../../../lib/decide/alerts/suppress.ts';
import {
  accountTarget,
  BillingAccountId,
  RuleName,
  Subject,
  type Target,
  toTarget,
} from '../../../lib/model/ids.ts';
import { money } from '../../../lib/model/money/money.ts';
import { hours, later } from '../../../lib/model/time/time.ts';
import type { Breach } from '../../../lib/rules/verdict.ts';
import type { Alert } from '../../../lib/state/alert.ts';
import type { OverrideByKind } from '../../../lib/state/override.ts';
import { aVm, lab, noon } from '../../support/builders/observation-builders.ts';
import { aBudgetRule } from '../../support/builders/policy-builders.ts';
import { anEpisode, aRateRule } from './an-episode.ts';

const aSilence = (alerts: OverrideByKind<'silence'>['alerts']): OverrideByKind<'silence'> => ({
  kind: 'silence',
  id: 's-1',
  alerts,
  author: 'ada',
  reason: 'a planned load test',
  at: noon,
  until: later(noon, hours(2)),
});
const project = toTarget(lab);
const account = toTarget(accountTarget(null, BillingAccountId.parse('main')));
const vm = { about: 'project/lab/vm/box', target: project, resource: aVm() };
const goneVm = { ...vm, resource: undefined };
const whole = { about: lab, target: project, resource: undefined };
const whole2 = { about: account.id, target: account, resource: undefined };

describe('a silence', () => {
  it.each<
    [
      OverrideByKind<'silence'>['alerts'],
      { about: string; target: Target; resource: ReturnType<typeof aVm> | undefined },
      boolean,
    ]
  >([
    [{}, vm, true],
    [{}, whole2, true],
    [{ rule: 'too *' }, vm, true],
    [{ rule: 'other' }, vm, false],
    [{ subject: 'project/lab/*' }, vm, true],
    [{ subject: 'project/lab/*' }, whole, false],
    [{ match: {} }, whole2, true],
    [{ match: { project: 'lab' } }, vm, true],
    [{ match: { project: 'lab' } }, whole, true],
    [{ match: { project: 'lab' } }, whole2, false],
    [{ match: { account: 'main' } }, whole2, true],
    [{ match: { account: 'main' } }, vm, false],
    [{ match: { kind: 'vm' } }, vm, true],
    [{ match: { kind: 'disk' } }, vm, false],
    // A silence of VMs does not cover the project's budget.
    [{ match: { kind: 'vm' } }, whole, false],
    [{ match: { metadata: { team: 'ml' } } }, whole, false],
    // Of a resource that is gone only its name is known.
    [{ match: { kind: 'vm', id: 'b*' } }, goneVm, true],
    [{ match: { kind: 'vm', gpus: 0 } }, goneVm, false],
  ])('of %j', (alerts, { about, ...where }, isSilenced) => {
    const subject = { rule: RuleName.parse('too fast'), subject: Subject.parse(about) };
    const asked = { ...where, about: subject, overrides: [aSilence(alerts)], now: noon };
    expect(findSilenceReason(asked) !== null).toBe(isSilenced);
  });

  it('holds from its beginning up to its end, and its reason names its author, its end and why', () => {
    const silenced = (at: typeof noon) =>
      findSilenceReason({
        ...whole,
        about: { rule: RuleName.parse('too fast'), subject: Subject.parse(lab) },
        overrides: [aSilence({})],
        now: at,
      });
    expect(silenced(noon)).toBe('silenced by ada until 2026-11-21T14:00:00Z: a planned load test');
    expect(silenced(later(noon, hours(-1)))).toBeNull();
    expect(silenced(later(noon, hours(2)))).toBeNull();
  });
});

describe('while credit ends within a day', () => {
  const runway = (said: boolean, lostAt = later(noon, hours(24))) => {
    const episode = anEpisode(aRateRule({ name: 'credit' }));
    episode.breach(noon, { severity: 'critical', suppression: said ? null : 'silenced' });
    const { alert } = episode;
    return alert ? [{ ...alert, kind: 'runway' as const, lostAt }] : [];
  };
  const breach = (
    severity: Breach['severity'],
    figures: Breach['figures'] = { kind: 'account-state', state: '' },
  ): Breach => ({
    kind: 'breached',
    rule: RuleName.parse('monthly budget'),
    subject: Subject.parse(lab),
    episode: '',
    because: 'it is spent',
    severity,
    level: null,
    figures,
  });
  const held = (
    severity: Breach['severity'],
    said = true,
    accountAlerts: readonly Alert[] = runway(said),
    figures?: Breach['figures'],
  ) =>
    findSuppressionReason({
      rule: aBudgetRule(),
      verdict: breach(severity, figures),
      target: project,
      resource: undefined,
      overrides: [],
      accountAlerts,
      now: noon,
    });

  it('warnings about money are held back, and critical alerts are not', () => {
    expect(held('warning')).toBe('held back while "credit" is critical: so it is');
    expect(held('info')).not.toBeNull();
    expect(held('critical')).toBeNull();
  });

  it('nothing is held back while credit lasts longer, nor an alert that a whole limit is spent', () => {
    expect(held('warning', true, runway(true, later(noon, hours(24.1))))).toBeNull();
    const spent = (amount: string): Breach['figures'] => ({
      kind: 'budget',
      basis: 'to-date',
      spent: money(amount),
      limit: money('1000'),
      threshold: money('800'),
      period: { from: noon, until: later(noon, hours(1)) },
      asOf: noon,
      forecast: null,
    });
    expect(held('warning', true, runway(true), spent('999'))).not.toBeNull();
    expect(held('warning', true, runway(true), spent('1000'))).toBeNull();
  });

  it('nothing is held back for a runway alert that was never notified or is resolved', () => {
    expect(held('warning', false)).toBeNull();
    const over = runway(true).map((alert) => ({ ...alert, phase: 'resolved' as const }));
    expect(over).toHaveLength(1);
    expect(held('warning', true, over)).toBeNull();
  });
});
