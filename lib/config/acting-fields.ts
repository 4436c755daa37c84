import { Mode } from '../model/rules/rule-terms.ts';
import { bounds } from './defaults.ts';
import { graceForm } from './quantity.ts';
import { acrossItems, list, mapping, oneOf, span, spanField } from './written-field.ts';

const StepFile = mapping(
  { stop: spanField(bounds.grace, graceForm, 'the time from the announcement, such as after 1h') },
  'a step such as - stop: after 1h',
).transform(({ stop }) => ({ kind: 'stop' as const, after: stop }));

/** What every rule that may act can say of its acts. */
export const actingFields = {
  mode: oneOf(Mode)
    .optional()
    .describe('Whether its acts are carried out or only said; the policy can only be more careful.'),
  then: list(StepFile, 1, 'steps such as - stop: after 1h, or leave it out')
    .refine((steps) => steps.length <= 1, {
      ...acrossItems,
      error: 'a rule stops a VM once; keep one stop',
    })
    .default([]),
};

/** For how long what someone started again is left alone. */
export const coolOff = (unlessWritten: string) =>
  span(bounds.coolOff, 'how long a VM is left alone after someone starts it again, such as 24h').prefault(
    unlessWritten,
  );
