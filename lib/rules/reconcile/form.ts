import { tellsOnly } from '../../forms/acting-fields.ts';
import { defaults } from '../../forms/defaults.ts';
import { moneyForm } from '../../forms/quantity.ts';
import { forField, orDefault, repeatField, ruleFile, targetMatch } from '../../forms/rule-fields.ts';
import { percent, written } from '../../forms/written-field.ts';
import { noMoney } from '../../model/money/money.ts';
import type { ReconcileRule } from './terms.ts';

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
