import { toTarget } from '../../lib/model/ids.ts';
import type { Rollup } from '../../lib/model/money/meter.ts';
import { type Charge, charge, free, hourlyPrice, money } from '../../lib/model/money/money.ts';
import type { Spend } from '../../lib/model/money/spend.ts';
import { findPeriod, type Period } from '../../lib/model/time/period.ts';
import { hours, type Instant } from '../../lib/model/time/time.ts';
import { judgeBudget } from '../../lib/rules/budget/judge.ts';
import type { BudgetRule } from '../../lib/rules/budget/terms.ts';
import type { Facts } from '../../lib/rules/facts.ts';
import type { Verdict } from '../../lib/rules/verdict.ts';
import { at } from '../support/at.ts';
import { aMeter } from '../support/builders/meter-builders.ts';
import { anObservation, lab, noon } from '../support/builders/observation-builders.ts';

export const november = at('2026-11-01T00:00:00');

/** So many dollars, as a charge. */
export const dollars = (amount: string): Charge => charge(hourlyPrice(amount), hours(1));

/** A day on the clocks of a zone, on which so much was spent. */
export function aDay(on: Instant, amount: string, zone = 'UTC', overrides: Partial<Rollup> = {}): Rollup {
  const period: Period = findPeriod('day', on, zone);
  return aMeter('day', on, { period, since: period.from, charge: dollars(amount), ...overrides });
}

type Given = {
  readonly now?: Instant;
  readonly zone?: string;
  /** So much was reported of the month up to an hour ago, and so much accrued since. */
  readonly reported?: string;
  readonly since?: string;
} & Partial<Omit<Spend, 'report'>>;

/** Facts of a project in which nothing was spent and nothing costs anything, except for what is given. */
export function spendFacts({ now = noon, zone = 'UTC', reported, since = '0', ...spend }: Given = {}): Facts {
  const month = aMeter('month', now, { period: findPeriod('month', now, zone) });
  const until = at('2026-11-21T11:00:00');
  return {
    target: toTarget(lab),
    observation: anObservation({ at: now }),
    zone,
    spend: {
      report:
        reported === undefined
          ? null
          : {
              spend: { amount: money(reported), from: month.period.from, until },
              accruedSince: dollars(since),
            },
      day: aDay(now, '0', zone),
      month: { ...month, since: month.period.from },
      days: [],
      burnRate: free,
      committedRate: free,
      ...spend,
    },
    usages: new Map(),
    signals: {},
    stops: [],
    hours: null,
    atRisk: { counts: {}, isPartial: false },
    overrides: [],
  };
}

/** The one verdict of a rule without a forecast, or none. */
export function judged(rule: BudgetRule, facts: Facts): Verdict | undefined {
  const [verdict, ...others] = judgeBudget(rule, facts);
  if (others.length > 0) throw new Error('more than one verdict');
  return verdict;
}

export function figuresOf(verdict: Verdict | undefined) {
  if (verdict?.figures?.kind !== 'budget') throw new Error('no figures of a budget');
  return verdict.figures;
}
