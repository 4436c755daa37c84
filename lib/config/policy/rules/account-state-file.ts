import * as z from 'zod';
import type { AccountStateRule } from '../../../model/rules/account-rules.ts';
import { defaults } from '../defaults.ts';
import { mapping, oneOf, ruleName } from '../fields/written-field.ts';
import { tellsOnly } from './acting-fields.ts';
import { accountMatch, forField } from './alert-fields.ts';
import { repeatField } from './repeat-field.ts';

/** An account-state rule as it is written. */
export const AccountStateFile = mapping(
  {
    name: ruleName,
    'account-state': oneOf(z.enum(['active'])).describe('The state that it should be in.'),
    match: accountMatch,
    for: forField,
    repeat: repeatField(defaults.repeat.target),
    then: tellsOnly,
  },
  'a rule such as { name: standing, account-state: active }',
)
  .meta({
    title: 'account-state',
    description: 'Tells when a billing account is in any state but the active one.',
  })
  .transform(({ 'account-state': _, ...file }): AccountStateRule => ({ kind: 'account-state', ...file }));
