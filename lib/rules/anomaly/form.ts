import { tellsOnly } from '../../forms/acting-fields.ts';
import { bounds, defaults } from '../../forms/defaults.ts';
import { factorForm, hourlyForm } from '../../forms/quantity.ts';
import { eitherMatch, forField, orDefault, repeatField, ruleFile } from '../../forms/rule-fields.ts';
import { boundedNumber, span, written } from '../../forms/written-field.ts';
import { free } from '../../model/money/money.ts';
import { hours } from '../../model/time/time.ts';
import type { AnomalyRule } from './terms.ts';

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
    deviations: boundedNumber(0, 20)
      .default(defaults.anomaly.deviations)
      .describe('Minimum distance above the usual rate, in units of 1.4826 median absolute deviations.'),
    needs: span(bounds.needs, 'the history needed, such as 48h').prefault(defaults.anomaly.needs),
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
