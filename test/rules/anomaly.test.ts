import { describe, expect, it } from 'vitest';
import { accountTarget, BillingAccountId, toTarget } from '../../lib/model/ids.ts';
import type { Meter } from '../../lib/model/money/meter.ts';
import { earlier, hours, later, minutes } from '../../lib/model/time/time.ts';
import { judgeAnomaly } from '../../lib/rules/anomaly/judge.ts';
import { at } from '../support/at.ts';
import { anAccountObservation, noon } from '../support/builders/observation-builders.ts';
import { anAnomalyRule } from '../support/builders/policy-builders.ts';
import { anHourAt, hourFacts } from './judged-rate.ts';

/** The last so many hours, each at a rate. */
const past = (count: number, rateOf: (hoursAgo: number) => string, overrides: Partial<Meter> = {}): Meter[] =>
  Array.from({ length: count }, (_, index) => count - index).map((ago) =>
    anHourAt(earlier(noon, hours(ago)), rateOf(ago), overrides),
  );
const judge = (hoursPast: readonly Meter[] | null, rate: string, rule = anAnomalyRule()) => {
  const [verdict, ...others] = judgeAnomaly(rule, hourFacts(hoursPast, rate));
  expect(others).toEqual([]);
  return verdict;
};
const even = past(7 * 24, () => '10');
/** Rates that differ by chance: 8, 10 and 12 USD an hour on alternate days; a deviation of 2.9652. */
const uneven = past(7 * 24, (ago) => `${8 + 2 * (Math.ceil(ago / 24) % 3)}`);

describe('a rate is anomalous', () => {
  it.each([
    ['when it exceeds the factor, the deviations and the least sum', even, '15.01', {}, 'breached'],
    ['but not when it is just the factor times the usual rate', even, '15', {}, 'clear'],
    ['but not when it is lower', even, '1', {}, 'clear'],
    ['but not within four deviations', uneven, '21.8', {}, 'clear'],
    ['beyond four deviations', uneven, '21.9', {}, 'breached'],
    ['beyond fewer deviations where the rule asks for fewer', uneven, '15.1', { deviations: 1 }, 'breached'],
    ['only beyond a greater factor where the rule asks for one', even, '29', { factor: 3 }, 'clear'],
    ['but not for less money than the least sum', past(168, () => '0.50'), '1.49', {}, 'clear'],
    ['for as much money as the least sum', past(168, () => '0.50'), '1.50', {}, 'breached'],
    ['where nothing was spent before', past(168, () => '0'), '1', {}, 'breached'],
    ['but not where nothing was spent before or now', past(168, () => '0'), '0', {}, 'clear'],
  ] as const)('%s', (_, hoursPast, rate, terms, kind) => {
    expect(judge(hoursPast, rate, anAnomalyRule(terms))?.kind).toBe(kind);
  });

  it('and the verdict has its figures and the hours that it is compared with', () => {
    const verdict = judge(even, '20');
    expect(verdict).toMatchObject({
      severity: 'warning',
      level: null,
      figures: { hours: 7, byHourOfWeek: false },
    });
    expect(verdict?.because).toBe(
      'burn rate 20.00 USD/h; usual 10.00 USD/h, anomalous above 15.00 USD/h (based on 7 hours at this time of day)',
    );
  });
});

describe('the baseline', () => {
  // Noon of 21 November 2026 is on a Saturday.
  const isSaturdayNoon = (ago: number) => ago % 168 === 0;

  it('consists of the same hour of the week: what runs each Saturday at noon is usual', () => {
    const weekly = past(4 * 168, (ago) => (isSaturdayNoon(ago) ? '90' : '10'));
    expect(judge(weekly, '90')).toMatchObject({ kind: 'clear', figures: { hours: 4, byHourOfWeek: true } });
    expect(judge(weekly, '140')?.kind).toBe('breached');
  });

  it('needs three of that hour', () => {
    const weekly = past(2 * 168, (ago) => (isSaturdayNoon(ago) ? '90' : '10'));
    expect(judge(weekly, '90')).toMatchObject({ kind: 'breached', figures: { byHourOfWeek: false } });
  });

  it('includes the past week: what has lasted for four days is usual', () => {
    const step = (days: number) => past(4 * 168, (ago) => (ago <= days * 24 ? '20' : '10'));
    expect(judge(step(3), '20')?.kind).toBe('breached');
    expect(judge(step(4), '20')?.kind).toBe('clear');
  });

  it('is all of the past week while there are too few of that hour', () => {
    expect(
      judge(
        past(60, () => '10'),
        '20',
      )?.because,
    ).toContain('based on 60 hours of the past 7 days');
  });

  it('uses the clocks of the policy’s zone', () => {
    const now = at('2026-10-26T09:10:00');
    const london = (hour: string) => anHourAt(at(hour), '50');
    // Nine o'clock was at 08:00 UTC before clocks were put back on the 25th.
    const nines = ['2026-10-19T08:00:00', '2026-10-12T08:00:00', '2026-10-05T08:00:00'].map(london);
    const facts = hourFacts(nines, '50', now, { zone: 'Europe/London' });
    expect(judgeAnomaly(anAnomalyRule(), facts)).toMatchObject([{ kind: 'clear', figures: { hours: 3 } }]);
    expect(judgeAnomaly(anAnomalyRule(), { ...facts, zone: 'UTC' })).toMatchObject([{ kind: 'unknown' }]);
  });

  it.each([
    ['with gaps', { gap: minutes(1) }],
    ['monitored only in part', { since: later(noon, hours(1)) }],
  ])('leaves out hours %s, since their cost is unknown, not low', (_, flaw) => {
    const cheap = past(40, () => '1', flaw);
    const whole = past(168, () => '10').slice(0, 128);
    expect(judge([...whole, ...cheap], '12')?.kind).toBe('clear');
    expect(
      judge(
        past(168, () => '10', flaw),
        '99',
      ),
    ).toMatchObject({
      kind: 'unknown',
      because: 'not enough history: 0 complete hours in the past week, 48 needed',
    });
  });
});

describe('without enough facts', () => {
  it('the verdict is unknown while there is not enough history, and names how much there is', () => {
    expect(
      judge(
        past(47, () => '10'),
        '99',
      ),
    ).toMatchObject({
      kind: 'unknown',
      because: 'not enough history: 47 complete hours in the past week, 48 needed',
    });
    expect(
      judge(
        past(48, () => '10'),
        '99',
      )?.kind,
    ).toBe('breached');
    expect(
      judge(
        past(24, () => '10'),
        '99',
        anAnomalyRule({ needs: 24 }),
      )?.kind,
    ).toBe('breached');
  });

  it('the verdict is unknown until two days after the first charge, since a report of no spend before it may only mean that nothing existed', () => {
    const rateOf = (ago: number) => (ago > 24 ? '0' : '10');
    const reported = past(7 * 24, rateOf, { measuredSince: noon });
    expect(judge(reported, '10')).toMatchObject({
      kind: 'unknown',
      because: 'not enough history: 24 complete hours in the past week, 48 needed',
    });
    expect(judge(past(7 * 24, rateOf), '10')?.kind).toBe('breached');
  });

  it('there is no verdict while no new hour has ended, nor on a project that the rule does not match', () => {
    expect(judge(null, '99')).toBeUndefined();
    expect(judge(even, '99', anAnomalyRule({ match: { project: 'prod-*' } }))).toBeUndefined();
  });

  it('an account has no verdict while its burn rate is unknown, and is judged once it is known', () => {
    const rule = anAnomalyRule({ match: { account: '*' } });
    const target = toTarget(accountTarget(null, BillingAccountId.parse('main')));
    const silent = hourFacts(even, '0', noon, {
      target,
      observation: anAccountObservation({ burnRate: null }),
    });
    expect(judgeAnomaly(rule, silent)).toMatchObject([{ kind: 'unknown', subject: 'account/main' }]);
    expect(judgeAnomaly(rule, { ...silent, observation: anAccountObservation() })).toMatchObject([
      { kind: 'clear' },
    ]);
  });
});
