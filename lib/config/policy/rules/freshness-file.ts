import type { FreshnessRule } from '../../../model/rules/account-rules.ts';
import { bounds, defaults } from '../defaults.ts';
import { mapping, ruleName, span } from '../fields/written-field.ts';
import { tellsOnly } from './acting-fields.ts';
import { orDefault, targetMatch } from './alert-fields.ts';
import { repeatField } from './repeat-field.ts';

/** The schema of a freshness rule. It has no `for`, because its thresholds are durations. */
export const FreshnessFile = mapping(
  {
    name: ruleName,
    freshness: orDefault(
      defaults.freshness.unseen,
      span(bounds.unseen, 'how long polls of a target may fail, such as 15m, or default'),
    ),
    spend: span(bounds.report, 'how old a spend report may be, such as 4h').prefault(
      defaults.freshness.spend,
    ),
    match: targetMatch,
    repeat: repeatField(defaults.repeat.target),
    then: tellsOnly,
  },
  'a rule such as { name: sight, freshness: 15m }',
)
  .meta({ title: 'freshness', description: 'Alerts when polls fail or spend reports are late.' })
  .transform(
    ({ freshness, ...file }): FreshnessRule => ({
      kind: 'freshness',
      ...file,
      unseen: freshness,
      for: defaults.atOnce,
    }),
  );
