import { tellsOnly } from '../../forms/acting-fields.ts';
import { bounds, defaults } from '../../forms/defaults.ts';
import { orDefault, repeatField, ruleFile, targetMatch } from '../../forms/rule-fields.ts';
import { span } from '../../forms/written-field.ts';
import type { FreshnessRule } from './terms.ts';

/** A freshness rule has no `for`, because its thresholds are durations. */
export const FreshnessFile = ruleFile(
  'freshness',
  'Alerts when polls fail or spend reports are late.',
  '{ name: polling, freshness: 15m }',
  {
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
).transform(
  ({ freshness, ...file }): FreshnessRule => ({
    kind: 'freshness',
    ...file,
    unseen: freshness,
    for: defaults.atOnce,
  }),
);
