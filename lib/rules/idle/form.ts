import * as z from 'zod';
import { coolOff, createStepsSchema, modeField } from '../../forms/acting-fields.ts';
import { bounds, defaults } from '../../forms/defaults.ts';
import { orWord, spanForm } from '../../forms/form.ts';
import { byteRateForm, readPercent } from '../../forms/quantity.ts';
import { gpuCount, resourceFields, toMatchFields } from '../../forms/resource-fields.ts';
import { repeatField, ruleFile } from '../../forms/rule-fields.ts';
import type { ModelessRule } from '../../forms/step-file.ts';
import { boundedNumber, mapping, oneOf, percent, span, written } from '../../forms/written-field.ts';
import type { Match } from '../../model/rules/rule-terms.ts';
import { readSpan } from '../../model/time/time.ts';
import { GuestPing, type IdleRule, idleTerms, Logins, signalsWindow } from './terms.ts';

/** The times for which learned rules were measured. */
const Within = z.enum(['4h', '8h', '12h', '24h']);

/** The match of idle rules, which apply to VMs only, because nothing else has usage samples. */
const IdleMatchFile = mapping(
  {
    ...resourceFields,
    kind: z
      .literal('vm', { error: 'an idle rule applies to VMs only; write vm, or remove this' })
      .optional()
      .describe('Idle rules apply to VMs only.'),
    gpus: gpuCount,
  },
  'what to match, such as { project: research-*, gpus: 0 }',
).transform((fields): Match => toMatchFields(fields));

const byteRate = (example: string) =>
  written(byteRateForm, example).refine((rate) => rate > 0, { error: 'must be above 0 B/s' });

const BelowFile = mapping(
  {
    cpu: percent(100, 'a percentage of the VM such as 10%').prefault(defaults.idle.cpuBelow),
    network: byteRate('bytes per second, such as 10 KiB/s').prefault(defaults.idle.networkBelow),
    disk: byteRate('bytes per second, such as 100 KiB/s').prefault(defaults.idle.diskBelow),
    gpu: percent(100, 'a percentage of any GPU such as 5%').prefault(defaults.idle.gpuBelow),
  },
  'limits such as { cpu: 10%, network: 10 KiB/s }',
);

export const IdleFile = ruleFile(
  'idle',
  'Finds idle VMs, and can stop them.',
  '{ name: forgotten VMs, idle: 4h }',
  {
    idle: written(
      orWord(spanForm, 'learned', null),
      'how long a VM must be idle, such as 4h, or learned',
    ).refine((window) => window === null || (window >= bounds.window.least && window <= bounds.window.most), {
      error: 'must be between 30 min and 30 d, or learned',
    }),
    within: oneOf(Within).optional().meta({
      default: defaults.idle.within,
      description: 'For idle: learned. A stop is wrong if the VM is used within this time.',
    }),
    risk: percent(50, 'the highest risk of a wrong stop with idle: learned, such as 5%')
      .optional()
      .meta({ default: defaults.idle.risk }),
    'until-known': span(
      bounds.window,
      'the window with idle: learned for a VM with less than a day of history, such as 12h',
    ).optional(),
    'gpu-window': span(bounds.window, 'how long a VM with GPUs must be idle, such as 6h').prefault(
      defaults.idle.gpuWindow,
    ),
    match: IdleMatchFile.prefault({}),
    mode: modeField,
    below: BelowFile.prefault({}),
    percentile: boundedNumber(50, 100)
      .default(defaults.idle.percentile)
      .describe('Percentage of the samples in the window that must be under all limits.'),
    'guest-ping': oneOf(GuestPing)
      .default(defaults.idle.guestPing)
      .describe('Whether an idle sample requires an answered guest ping, or pings are ignored.'),
    logins: oneOf(Logins)
      .default(defaults.idle.logins)
      .describe('Whether a sample counts as in use while somebody is logged in, where a signal shows that.'),
    'cool-off': coolOff(defaults.idle.coolOff),
    repeat: repeatField(defaults.repeat.resource),
    then: createStepsSchema(idleTerms.steps, '- stop: after 1h'),
  },
).transform((file, context): ModelessRule<IdleRule> => {
  const { idle, below, 'gpu-window': gpuWindow, 'guest-ping': guestPing, ...others } = file;
  const { 'cool-off': cooling, within, risk, 'until-known': untilKnown, ...about } = others;
  for (const [key, term] of Object.entries({ within, risk, 'until-known': untilKnown })) {
    const message = 'has no effect beside a fixed window; write idle: learned, or remove this';
    if (idle !== null && term !== undefined) context.addIssue({ code: 'custom', path: [key], message });
  }
  return {
    kind: 'idle',
    ...about,
    window: idle ?? signalsWindow,
    ...(idle === null && {
      learned: {
        within: readSpan(within ?? defaults.idle.within) ?? signalsWindow,
        // The policy's own limit replaces it.
        inUse: readPercent(defaults.inUse) ?? 0,
        risk: risk ?? readPercent(defaults.idle.risk) ?? 0,
        untilKnown: untilKnown ?? null,
      },
    }),
    gpuWindow,
    cpuBelow: below.cpu,
    networkBelow: below.network,
    diskBelow: below.disk,
    gpuBelow: below.gpu,
    mode: file.mode,
    guestPing,
    coolOff: cooling,
  };
});
