import { type ScheduleRule, scheduledKinds } from '../../../model/rules/resource-rules.ts';
import { defaults } from '../defaults.ts';
import { oneOrMore } from '../fields/one-or-more.ts';
import { leaveTimeOff, windowForm } from '../fields/window.ts';
import { mapping, ruleName, written } from '../fields/written-field.ts';
import type { WrittenActions } from '../steps/step-file.ts';
import { modeField, stepsOf } from './acting-fields.ts';
import { forField } from './alert-fields.ts';
import { repeatField } from './repeat-field.ts';
import { resourceMatch } from './resource-fields.ts';

/** A schedule rule whose mode may be inherited from the policy. */
type ScheduleRuleFile = Omit<ScheduleRule, 'mode' | 'then'> & WrittenActions;

const hours = 'hours such as Mon-Fri 08:00-19:00';

/** The schema of a schedule rule. */
export const ScheduleFile = mapping(
  {
    name: ruleName,
    schedule: oneOrMore(written(windowForm, hours), hours),
    match: resourceMatch(scheduledKinds),
    for: forField,
    repeat: repeatField(defaults.repeat.resource),
    mode: modeField,
    then: stepsOf(['notify', 'stop', 'power-off', 'start', 'image', 'terminate'], '- stop: after 15m'),
  },
  'a rule such as { name: office hours, schedule: Mon-Fri 08:00-19:00 }',
)
  .meta({
    title: 'schedule',
    description: 'Finds VMs and machines that run outside their hours, and can stop and restart them.',
  })
  .transform((file, context): ScheduleRuleFile => {
    const { name, schedule: windows, match, for: least, repeat, mode, then } = file;
    if (!leaveTimeOff(windows)) {
      const message = 'covers the whole week, so that nothing is ever outside';
      context.addIssue({ code: 'custom', path: ['schedule'], message });
    }
    return { kind: 'schedule', name, match, windows, for: least, repeat, mode, then };
  });
