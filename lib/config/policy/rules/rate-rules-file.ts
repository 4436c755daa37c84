import * as z from 'zod';
import { free, hourlyPrice, noMoney } from '../../../model/money/money.ts';
import type { AnomalyRule, RateRule, ReconcileRule } from '../../../model/rules/rate-rule.ts';
import { hours } from '../../../model/time/time.ts';
import { bounds, defaults } from '../defaults.ts';
import { factorForm, hourlyForm, moneyForm, rateForm } from '../fields/quantity.ts';
import { numberBetween, percent, span, written } from '../fields/written-field.ts';
import { tellsOnly } from './acting-fields.ts';
import { eitherMatch, forField, orDefault, repeatField, ruleFile, targetMatch } from './rule-fields.ts';

const limit = written(
  rateForm,
  'an hourly rate such as 50 USD an hour, or a share such as 80% of hourly limit or 80% of monthly limit',
)
  .refine((rate) => rate.kind !== 'hourly' || rate.price.gte(hourlyPrice('0.01')), {
    error: 'must be at least 0.01 USD an hour',
  })
  .refine((rate) => rate.kind === 'hourly' || (rate.percent > 0 && rate.percent <= 1_000), {
    error: 'must be above 0% and at most 1000%',
  });

export const RateFile = ruleFile(
  'rate',
  'Alerts when the hourly rate of a project or billing account exceeds a limit.',
  '{ name: pace, rate: 50 USD an hour }',
  {
    rate: limit,
    match: eitherMatch('a rule'),
    for: forField,
    repeat: repeatField(defaults.repeat.target),
    then: tellsOnly,
  },
).transform(({ rate, match, ...file }, context): RateRule => {
  const isOwn = rate.kind === 'hourly';
  if (!isOwn && match.project !== undefined) {
    const message =
      'the platform has limits for billing accounts only; write { account: main }, or remove this';
    context.addIssue({ code: 'custom', path: ['match', 'project'], message });
    return z.NEVER;
  }
  return { kind: 'rate', ...file, limit: rate, match: isOwn ? match : { account: match.account ?? '*' } };
});

export const AnomalyFile = ruleFile(
  'anomaly',
  'Alerts when a project or billing account costs far more per hour than usual.',
  '{ name: unusual spend, anomaly: 1.5x }',
  {
    anomaly: orDefault(
      defaults.anomaly.factor,
      written(factorForm, 'a factor over the usual rate, such as 1.5x, or default').refine(
        (factor) => factor >= 1 && factor <= 100,
        { error: 'must be between 1x and 100x' },
      ),
    ),
    least: written(hourlyForm, 'US dollars an hour, such as 1 USD an hour')
      .refine((least) => least.gt(free), { error: 'must be above 0 USD an hour' })
      .prefault(defaults.anomaly.least),
    deviations: numberBetween(0, 20)
      .default(defaults.anomaly.deviations)
      .describe('Least number of deviations above the usual rate.'),
    needs: span(bounds.needs, 'the history that is needed, such as 48h').prefault(defaults.anomaly.needs),
    match: eitherMatch('a rule'),
    for: forField,
    repeat: repeatField(defaults.anomaly.repeat),
    then: tellsOnly,
  },
).transform(
  ({ anomaly, needs, ...file }): AnomalyRule => ({
    kind: 'anomaly',
    ...file,
    factor: anomaly,
    needs: Math.ceil(needs / hours(1)),
  }),
);

export const ReconcileFile = ruleFile(
  'reconcile',
  'Alerts when accrued and reported spend differ.',
  '{ name: the bill, reconcile: 5% }',
  {
    reconcile: orDefault(
      defaults.reconcile.percent,
      percent(100, 'the allowed difference, such as 5%, or default'),
    ),
    least: written(moneyForm, 'US dollars, such as 1 USD')
      .refine((least) => least.gt(noMoney), { error: 'must be above 0 USD' })
      .prefault(defaults.reconcile.least),
    match: targetMatch,
    for: forField,
    repeat: repeatField(defaults.reconcile.repeat),
    then: tellsOnly,
  },
).transform(({ reconcile, ...file }): ReconcileRule => ({ kind: 'reconcile', ...file, percent: reconcile }));
