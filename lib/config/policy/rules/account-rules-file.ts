import * as z from 'zod';
import type { AccountStateRule, FreshnessRule, RunwayRule } from '../../../model/rules/account-rules.ts';
import { bounds, defaults } from '../defaults.ts';
import { areFalling, mustFall } from '../fields/form.ts';
import { acrossItems, list, mapping, oneOf, ruleName, span } from '../fields/written-field.ts';
import { tellsOnly } from './acting-fields.ts';
import { accountMatch, forField, orDefault, repeatField, targetMatch } from './rule-fields.ts';

/** The schema of an account-state rule. */
export const AccountStateFile = mapping(
  {
    name: ruleName,
    'account-state': oneOf(z.enum(['active'])).describe('The expected state.'),
    match: accountMatch,
    for: forField,
    repeat: repeatField(defaults.repeat.target),
    then: tellsOnly,
  },
  'a rule such as { name: standing, account-state: active }',
)
  .meta({
    title: 'account-state',
    description: 'Alerts when a billing account is in any state but active.',
  })
  .transform(({ 'account-state': _, ...file }): AccountStateRule => ({ kind: 'account-state', ...file }));

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
