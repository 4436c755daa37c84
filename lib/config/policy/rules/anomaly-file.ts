import { free } from '../../../model/money/money.ts';
import type { AnomalyRule } from '../../../model/rules/rate-rule.ts';
import { hours } from '../../../model/time/time.ts';
import { bounds, defaults } from '../defaults.ts';
import { factorForm, hourlyForm } from '../fields/quantity.ts';
import { mapping, numberBetween, ruleName, span, written } from '../fields/written-field.ts';
import { tellsOnly } from './acting-fields.ts';
import { eitherMatch, forField, orDefault } from './alert-fields.ts';
import { repeatField } from './repeat-field.ts';

/** The schema of an anomaly rule. */
export const AnomalyFile = mapping(
  {
    name: ruleName,
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
  'a rule such as { name: unusual spend, anomaly: 1.5x }',
)
  .meta({
    title: 'anomaly',
    description: 'Alerts when a project or billing account costs far more per hour than usual.',
  })
  .transform(
    ({ anomaly, needs, ...file }): AnomalyRule => ({
      kind: 'anomaly',
      ...file,
      factor: anomaly,
      needs: Math.ceil(needs / hours(1)),
    }),
  );
