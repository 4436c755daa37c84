import { coolOff, createStepsSchema, modeField } from '../../forms/acting-fields.ts';
import { bounds, defaults } from '../../forms/defaults.ts';
import { resourceMatch } from '../../forms/resource-fields.ts';
import { repeatField, ruleFile } from '../../forms/rule-fields.ts';
import type { ModelessRule } from '../../forms/step-file.ts';
import { span } from '../../forms/written-field.ts';
import { type LifetimeRule, lifetimeTerms, mortalKinds } from './terms.ts';

export const LifetimeFile = ruleFile(
  'lifetime',
  'Finds VMs, machines and clusters that are older than allowed, and can stop VMs and power off machines.',
  '{ name: experiments, lifetime: 7d }',
  {
    lifetime: span(bounds.lifetime, 'the maximum age of a resource, such as 7d'),
    extend: span(bounds.extend, 'how far keeps may extend the limit in total, such as 30d').optional(),
    match: resourceMatch(mortalKinds),
    repeat: repeatField(defaults.repeat.resource),
    mode: modeField,
    then: createStepsSchema(lifetimeTerms.steps, '- stop: after 24h'),
    'cool-off': coolOff(defaults.lifetime.coolOff),
  },
).transform(
  ({ lifetime, extend = null, mode, 'cool-off': cooling, ...about }): ModelessRule<LifetimeRule> => ({
    kind: 'lifetime',
    ...about,
    mode,
    longest: lifetime,
    extend,
    for: defaults.atOnce,
    coolOff: cooling,
  }),
);
