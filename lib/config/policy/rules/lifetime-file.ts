import { type LifetimeRule, mortalKinds } from '../../../model/rules/resource-rules.ts';
import { bounds, defaults } from '../defaults.ts';
import { mapping, ruleName, span } from '../fields/written-field.ts';
import type { WrittenActions } from '../steps/step-file.ts';
import { coolOff, modeField, stepsOf } from './acting-fields.ts';
import { repeatField } from './repeat-field.ts';
import { resourceMatch } from './resource-fields.ts';

/** A lifetime rule whose mode may be inherited from the policy. */
type LifetimeRuleFile = Omit<LifetimeRule, 'mode' | 'then'> & WrittenActions;

/** The schema of a lifetime rule. */
export const LifetimeFile = mapping(
  {
    name: ruleName,
    lifetime: span(bounds.lifetime, 'the maximum age of a resource, such as 7d'),
    match: resourceMatch(mortalKinds),
    repeat: repeatField(defaults.repeat.resource),
    mode: modeField,
    then: stepsOf(['notify', 'stop', 'power-off', 'image', 'terminate'], '- stop: after 24h'),
    'cool-off': coolOff(defaults.lifetime.coolOff),
  },
  'a rule such as { name: experiments, lifetime: 7d }',
)
  .meta({
    title: 'lifetime',
    description:
      'Finds VMs, machines and clusters that are older than allowed, and can stop VMs and power off machines.',
  })
  .transform(
    ({ lifetime, mode, 'cool-off': cooling, ...about }): LifetimeRuleFile => ({
      kind: 'lifetime',
      ...about,
      mode,
      longest: lifetime,
      for: defaults.atOnce,
      coolOff: cooling,
    }),
  );
