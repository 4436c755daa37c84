import * as z from 'zod';
import type { AccountStateRule, FreshnessRule, RunwayRule } from '../../../model/rules/account-rules.ts';
import { bounds, defaults } from '../defaults.ts';
import { areFalling, mustFall } from '../fields/form.ts';
import { acrossItems, list, oneOf, span } from '../fields/written-field.ts';
import { tellsOnly } from './acting-fields.ts';
import { accountMatch, forField, orDefault, repeatField, ruleFile, targetMatch } from './rule-fields.ts';

export const AccountStateFile = ruleFile(
  'account-state',
  'Alerts when a billing account is in any state but active.',
  '{ name: standing, account-state: active }',
  {
    'account-state': oneOf(z.enum(['active'])).describe('The expected state.'),
    match: accountMatch,
    for: forField,
    repeat: repeatField(defaults.repeat.target),
    then: tellsOnly,
  },
).transform(({ 'account-state': _, ...file }): AccountStateRule => ({ kind: 'account-state', ...file }));

/** A freshness rule has no `for`, because its thresholds are durations. */
export const FreshnessFile = ruleFile(
  'freshness',
  'Alerts when polls fail or spend reports are late.',
  '{ name: sight, freshness: 15m }',
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
