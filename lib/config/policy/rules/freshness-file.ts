import type { FreshnessRule } from '../../../model/rules/account-rules.ts';
import { bounds, defaults } from '../defaults.ts';
import { mapping, ruleName, span } from '../fields/written-field.ts';
import { tellsOnly } from './acting-fields.ts';
import { orDefault, targetMatch } from './alert-fields.ts';
import { repeatField } from './repeat-field.ts';

/** A freshness rule as it is written. It has no `for`: how long is what it is about. */
export const FreshnessFile = mapping(
  {
    name: ruleName,
    freshness: orDefault(
      defaults.freshness.unseen,
      span(bounds.unseen, 'how long a target may go unseen, such as 15m, or default'),
    ),
    spend: span(bounds.report, 'how old a report of spend may be, such as 4h').prefault(
      defaults.freshness.spend,
    ),
    match: targetMatch,
    repeat: repeatField(defaults.repeat.target),
    then: tellsOnly,
  },
  'a rule such as { name: sight, freshness: 15m }',
)
  .meta({ title: 'freshness', description: 'Tells when spendwatch is blind.' })
  .transform(
    ({ freshness, ...file }): FreshnessRule => ({
      kind: 'freshness',
      ...file,
      unseen: freshness,
      for: defaults.atOnce,
    }),
  );
