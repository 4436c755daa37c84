import { createStepsSchema, modeField } from '../../forms/acting-fields.ts';
import { bounds, defaults } from '../../forms/defaults.ts';
import { orWord, spanForm } from '../../forms/form.ts';
import { resourceMatch } from '../../forms/resource-fields.ts';
import { repeatField, ruleFile } from '../../forms/rule-fields.ts';
import type { ModelessRule } from '../../forms/step-file.ts';
import { oneOrMore, span, written } from '../../forms/written-field.ts';
import { ResourceKind } from '../../model/facts/resource.ts';
import { days, readSpan } from '../../model/time/time.ts';
import { WasteCondition, type WasteRule, wasteTerms } from './terms.ts';

/**
 * The minimum time for `untouched` conditions, which are off by default. A day without a change is normal for a
 * volume or bucket.
 */
const longUntouched = days(7);

const untouched: readonly WasteCondition[] = ['untouched-volume', 'untouched-bucket'];

const byDefault = WasteCondition.options.filter((condition) => !untouched.includes(condition));

/** Conditions of VMs and machines. A rule on one of them also finds transitional states by default. */
const ofMachines: readonly WasteCondition[] = ['stopped-vm', 'powered-off', 'failed'];

const usualTransitional = readSpan(defaults.waste.transitional) ?? null;

const condition = written<readonly WasteCondition[]>(
  {
    pattern: new RegExp(`^(?:all|${WasteCondition.options.join('|')})$`),
    read: (text) => (text === 'all' ? byDefault : WasteCondition.options.filter((name) => name === text)),
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
    after: span(bounds.after, 'how long the condition must last, such as 24h').prefault(defaults.waste.after),
    transitional: written(
      orWord(spanForm, 'never', null),
      'how long a resource may be starting, stopping or in another transitional state, such as 1h, or never',
    )
      .refine((span) => span === null || (span >= bounds.after.least && span <= bounds.after.most), {
        error: 'must be between 15 min and 366 d, or never',
      })
      .optional()
      .meta({ default: defaults.waste.transitional }),
    repeat: repeatField(defaults.repeat.resource),
    mode: modeField,
    then: createStepsSchema(wasteTerms.steps, '- image: after 7d'),
  },
).transform((file, context): ModelessRule<WasteRule> => {
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
  const { transitional = ofMachines.some((name) => conditions.includes(name)) ? usualTransitional : null } =
    file;
  return { kind: 'waste', name, match, conditions, transitional, for: after, repeat, mode, then };
});
