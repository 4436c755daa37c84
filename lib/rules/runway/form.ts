import { tellsOnly } from '../../forms/acting-fields.ts';
import { bounds, defaults } from '../../forms/defaults.ts';
import { areFalling, mustFall } from '../../forms/form.ts';
import { accountMatch, forField, orDefault, repeatField, ruleFile } from '../../forms/rule-fields.ts';
import { acrossItems, list, span } from '../../forms/written-field.ts';
import type { RunwayRule } from './terms.ts';

const thresholds = list(
  span(bounds.runway, 'a duration such as 24h'),
  1,
  'durations such as [72h, 24h, 6h], or default',
).refine(areFalling, { ...acrossItems, error: mustFall });

export const RunwayFile = ruleFile(
  'runway',
  'Alerts when the runway of a billing account is short: the time until its credit is gone at the current rate.',
  '{ name: credit, runway: [72h, 24h, 6h] }',
  {
    runway: orDefault([...defaults.runway], thresholds),
    match: accountMatch,
    for: forField,
    repeat: repeatField(defaults.repeat.target),
    then: tellsOnly,
  },
).transform(({ runway, ...file }): RunwayRule => ({ kind: 'runway', ...file, thresholds: runway }));
