import { ResourceKind } from '../../../model/facts/resource.ts';
import {
  type CommitmentRule,
  committedKinds,
  type LifetimeRule,
  mortalKinds,
  type ScheduleRule,
  scheduledKinds,
  WasteCondition,
  type WasteRule,
} from '../../../model/rules/resource-rules.ts';
import { days } from '../../../model/time/time.ts';
import { bounds, defaults } from '../defaults.ts';
import { areFalling, mustFall } from '../fields/form.ts';
import { leaveTimeOff, windowForm } from '../fields/window.ts';
import { oneOrMore, span, written } from '../fields/written-field.ts';
import type { Unsettled } from '../steps/step-file.ts';
import { coolOff, modeField, stepsOf, tellsOnly } from './acting-fields.ts';
import { resourceMatch } from './resource-fields.ts';
import { forField, orDefault, repeatField, ruleFile } from './rule-fields.ts';

export const LifetimeFile = ruleFile(
  'lifetime',
  'Finds VMs, machines and clusters that are older than allowed, and can stop VMs and power off machines.',
  '{ name: experiments, lifetime: 7d }',
  {
    lifetime: span(bounds.lifetime, 'the maximum age of a resource, such as 7d'),
    extend: span(bounds.extend, 'how far a keep may extend it in all, such as 30d').optional(),
    match: resourceMatch(mortalKinds),
    repeat: repeatField(defaults.repeat.resource),
    mode: modeField,
    then: stepsOf(['notify', 'stop', 'power-off', 'image', 'terminate'], '- stop: after 24h'),
    'cool-off': coolOff(defaults.lifetime.coolOff),
  },
).transform(
  ({ lifetime, extend = null, mode, 'cool-off': cooling, ...about }): Unsettled<LifetimeRule> => ({
    kind: 'lifetime',
    ...about,
    mode,
    longest: lifetime,
    extend,
    for: defaults.atOnce,
    coolOff: cooling,
  }),
);

const hours = 'hours such as Mon-Fri 08:00-19:00';

export const ScheduleFile = ruleFile(
  'schedule',
  'Finds VMs and machines that run outside their hours, and can stop and restart them.',
  '{ name: office hours, schedule: Mon-Fri 08:00-19:00 }',
  {
    schedule: oneOrMore(written(windowForm, hours), hours),
    match: resourceMatch(scheduledKinds),
    for: forField,
    repeat: repeatField(defaults.repeat.resource),
    mode: modeField,
    then: stepsOf(['notify', 'stop', 'power-off', 'start', 'image', 'terminate'], '- stop: after 15m'),
  },
).transform((file, context): Unsettled<ScheduleRule> => {
  const { name, schedule: windows, match, for: least, repeat, mode, then } = file;
  if (!leaveTimeOff(windows)) {
    const message = 'covers the whole week, so that nothing is ever outside';
    context.addIssue({ code: 'custom', path: ['schedule'], message });
  }
  return { kind: 'schedule', name, match, windows, for: least, repeat, mode, then };
});

/** Least time for `untouched` conditions, which are off by default: a day without a change is normal for a volume or bucket. */
const longUntouched = days(7);
const untouched: readonly WasteCondition[] = ['untouched-volume', 'untouched-bucket'];
const byDefault = WasteCondition.options.filter((condition) => !untouched.includes(condition));

const condition = written<readonly WasteCondition[]>(
  {
    pattern: new RegExp(`^(?:all|${WasteCondition.options.join('|')})$`),
    read: (text) => (text === 'all' ? byDefault : WasteCondition.options.filter((known) => known === text)),
  },
  `all, or conditions of ${WasteCondition.options.join(', ')}`,
);

export const WasteFile = ruleFile(
  'waste',
  'Finds resources that are billed but not used, and can delete stopped VMs.',
  '{ name: leftovers, waste: all }',
  {
    waste: oneOrMore(condition, 'all, or conditions such as [stopped-vm, detached-disk]'),
    match: resourceMatch(ResourceKind.options),
    after: span(bounds.after, 'how long it must last, such as 24h').prefault(defaults.waste.after),
    repeat: repeatField(defaults.repeat.resource),
    mode: modeField,
    then: stepsOf(['notify', 'image', 'terminate'], '- image: after 7d'),
  },
).transform((file, context): Unsettled<WasteRule> => {
  const { name, match, after, repeat, mode, then } = file;
  const conditions = [...new Set(file.waste.flat())];
  const slow = untouched.find((condition) => conditions.includes(condition));
  if (slow !== undefined && after < longUntouched) {
    const message = `${slow} needs at least 7d; give it a rule of its own`;
    context.addIssue({ code: 'custom', path: ['after'], message });
  }
  if (!conditions.includes('stopped-vm'))
    for (const [index, { kind }] of then.entries()) {
      const message = 'applies to stopped VMs; add stopped-vm to waste';
      if (kind !== 'notify') context.addIssue({ code: 'custom', path: ['then', index, kind], message });
    }
  return { kind: 'waste', name, match, conditions, for: after, repeat, mode, then };
});

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
