import * as z from 'zod';
import type { AccountStateRule } from '../../../model/rules/account-rules.ts';
import { defaults } from '../defaults.ts';
import { mapping, oneOf, ruleName } from '../fields/written-field.ts';
import { tellsOnly } from './acting-fields.ts';
import { accountMatch, forField } from './alert-fields.ts';
import { repeatField } from './repeat-field.ts';

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
