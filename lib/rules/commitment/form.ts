import { tellsOnly } from '../../forms/acting-fields.ts';
import { bounds, defaults } from '../../forms/defaults.ts';
import { areFalling, mustFall } from '../../forms/form.ts';
import { resourceMatch } from '../../forms/resource-fields.ts';
import { orDefault, repeatField, ruleFile } from '../../forms/rule-fields.ts';
import { oneOrMore, span } from '../../forms/written-field.ts';
import { type CommitmentRule, committedKinds } from './terms.ts';

export const CommitmentFile = ruleFile(
  'commitment',
  'Alerts before the commitment of a VM, machine, cluster or volume ends, and before the platform deletes an expiring VM.',
  '{ name: commitments, commitment: [30d, 7d, 1d] }',
  {
    commitment: orDefault(
      [...defaults.commitment.within],
      oneOrMore(
        span(bounds.within, 'how long before the end to alert, such as 7d'),
        'how long before the end to alert, such as [30d, 7d, 1d], or default',
      ),
    ).describe('How long before the end to alert, such as [30d, 7d, 1d].'),
    match: resourceMatch(committedKinds),
    repeat: repeatField(defaults.commitment.repeat),
    then: tellsOnly,
  },
).transform((file, context): CommitmentRule => {
  const { name, commitment: within, match, repeat, then } = file;
  if (!areFalling(within)) context.addIssue({ code: 'custom', path: ['commitment'], message: mustFall });
  return { kind: 'commitment', name, match, within, for: defaults.atOnce, repeat, then };
});
