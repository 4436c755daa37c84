import { createStepsSchema, modeField } from '../../forms/acting-fields.ts';
import { defaults } from '../../forms/defaults.ts';
import { resourceMatch } from '../../forms/resource-fields.ts';
import { forField, repeatField, ruleFile } from '../../forms/rule-fields.ts';
import type { ModelessRule } from '../../forms/step-file.ts';
import { hasUncoveredMinute, windowForm } from '../../forms/window.ts';
import { oneOrMore, written } from '../../forms/written-field.ts';
import { type ScheduleRule, scheduledKinds, scheduleTerms } from './terms.ts';

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
    then: createStepsSchema(scheduleTerms.steps, '- stop: after 15m'),
  },
).transform((file, context): ModelessRule<ScheduleRule> => {
  const { name, schedule: windows, match, for: least, repeat, mode, then } = file;
  if (!hasUncoveredMinute(windows)) {
    const message = 'covers the whole week, so nothing is ever outside its hours';
    context.addIssue({ code: 'custom', path: ['schedule'], message });
  }
  return { kind: 'schedule', name, match, windows, for: least, repeat, mode, then };
});
