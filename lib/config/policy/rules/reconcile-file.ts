import { noMoney } from '../../../model/money/money.ts';
import type { ReconcileRule } from '../../../model/rules/rate-rule.ts';
import { defaults } from '../defaults.ts';
import { moneyForm } from '../fields/quantity.ts';
import { mapping, percent, ruleName, written } from '../fields/written-field.ts';
import { tellsOnly } from './acting-fields.ts';
import { forField, orDefault, targetMatch } from './alert-fields.ts';
import { repeatField } from './repeat-field.ts';

/** The schema of a reconcile rule. */
export const ReconcileFile = mapping(
  {
    name: ruleName,
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
  'a rule such as { name: the bill, reconcile: 5% }',
)
  .meta({
    title: 'reconcile',
    description: 'Alerts when accrued and reported spend differ.',
  })
  .transform(({ reconcile, ...file }): ReconcileRule => ({ kind: 'reconcile', ...file, percent: reconcile }));
