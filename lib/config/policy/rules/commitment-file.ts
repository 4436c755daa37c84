import { type CommitmentRule, committedKinds } from '../../../model/rules/resource-rules.ts';
import { bounds, defaults } from '../defaults.ts';
import { areFalling, mustFall } from '../fields/falling.ts';
import { oneOrMore } from '../fields/one-or-more.ts';
import { mapping, ruleName, span } from '../fields/written-field.ts';
import { tellsOnly } from './acting-fields.ts';
import { orDefault } from './alert-fields.ts';
import { repeatField } from './repeat-field.ts';
import { resourceMatch } from './resource-fields.ts';

/** The schema of a commitment rule. */
export const CommitmentFile = mapping(
  {
    name: ruleName,
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
  'a rule such as { name: commitments, commitment: [30d, 7d, 1d] }',
)
  .meta({
    title: 'commitment',
    description:
      'Alerts before the commitment of a VM, machine, cluster or volume ends, and before the platform deletes an expiring VM.',
  })
  .transform((file, context): CommitmentRule => {
    const { name, commitment: within, match, repeat, then } = file;
    if (!areFalling(within)) context.addIssue({ code: 'custom', path: ['commitment'], message: mustFall });
    return { kind: 'commitment', name, match, within, for: defaults.atOnce, repeat, then };
  });
