import * as z from 'zod';
import { tellsOnly } from '../../forms/acting-fields.ts';
import { defaults } from '../../forms/defaults.ts';
import { accountMatch, forField, repeatField, ruleFile } from '../../forms/rule-fields.ts';
import { oneOf } from '../../forms/written-field.ts';
import type { AccountStateRule } from './terms.ts';

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
