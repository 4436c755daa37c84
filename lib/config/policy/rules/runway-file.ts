import type { RunwayRule } from '../../../model/rules/account-rules.ts';
import { bounds, defaults } from '../defaults.ts';
import { areFalling, mustFall } from '../fields/falling.ts';
import { acrossItems, list, mapping, ruleName, span } from '../fields/written-field.ts';
import { tellsOnly } from './acting-fields.ts';
import { accountMatch, forField, orDefault } from './alert-fields.ts';
import { repeatField } from './repeat-field.ts';

const thresholds = list(
  span(bounds.runway, 'a duration such as 24h'),
  1,
  'durations such as [72h, 24h, 6h], or default',
).refine(areFalling, { ...acrossItems, error: mustFall });

/** The schema of a runway rule. */
export const RunwayFile = mapping(
  {
    name: ruleName,
    runway: orDefault([...defaults.runway], thresholds),
    match: accountMatch,
    for: forField,
    repeat: repeatField(defaults.repeat.target),
    then: tellsOnly,
  },
  'a rule such as { name: credit, runway: [72h, 24h, 6h] }',
)
  .meta({
    title: 'runway',
    description:
      'Alerts when the runway of a billing account is short: the time until its credit is gone at the current rate.',
  })
  .transform(({ runway, ...file }): RunwayRule => ({ kind: 'runway', ...file, thresholds: runway }));
