import * as z from 'zod';
import { type IdleRule, Mode } from '../model/rule.ts';
import { bounds, defaults } from './defaults.ts';
import { readByteRate, readGrace } from './quantity.ts';
import { resourceFields } from './resource-fields.ts';
import {
  acrossItems,
  list,
  mapping,
  oneOf,
  percent,
  ruleName,
  span,
  spanField,
  wholeNumber,
  written,
} from './written-field.ts';

/** An idle rule whose mode may be left to the policy. */
export type IdleRuleFile = Omit<IdleRule, 'mode'> & { readonly mode: Mode | undefined };

/** Only VMs are sampled, so an idle rule can speak of nothing else. */
const IdleMatchFile = mapping(
  {
    ...resourceFields,
    kind: z.literal('vm', { error: 'an idle rule judges VMs only; write vm or leave it out' }).optional(),
    gpus: wholeNumber(0, 1_000).optional(),
  },
  'what to match, such as { project: research-*, gpus: 0 }',
);

const BelowFile = mapping(
  {
    cpu: percent(100, 'a percentage of the VM such as 10%').default(defaults.idle.cpuBelow),
    network: written(readByteRate, 'bytes a second, such as 10 KiB/s')
      .refine((rate) => rate > 0, { error: 'must be above 0 B/s' })
      .default(defaults.idle.networkBelow),
  },
  'limits such as { cpu: 10%, network: 10 KiB/s }',
);

const StepFile = mapping(
  { stop: spanField(bounds.grace, readGrace, 'the time from the announcement, such as after 1h') },
  'a step such as - stop: after 1h',
).transform(({ stop }) => ({ kind: 'stop' as const, after: stop }));

/** An idle rule as it is written. */
export const IdleFile = mapping(
  {
    name: ruleName,
    idle: span(bounds.window, 'how long a VM must be quiet, such as 4h'),
    match: IdleMatchFile.default({}),
    mode: oneOf(Mode).optional(),
    below: BelowFile.prefault({}),
    percentile: z
      .number({ error: 'write a number from 50 to 100, such as 95' })
      .min(50, { error: 'must be at least 50' })
      .max(100, { error: 'must be at most 100' })
      .default(defaults.idle.percentile),
    'cool-off': span(bounds.coolOff, 'a time such as 24h').default(defaults.idle.coolOff),
    then: list(StepFile, 1, 'steps such as - stop: after 1h, or leave it out')
      .refine((steps) => steps.length <= 1, {
        ...acrossItems,
        error: 'a rule stops a VM once; keep one stop',
      })
      .default([]),
  },
  'a rule such as { name: forgotten machines, idle: 4h }',
).transform(
  ({ name, idle, match, mode, below, percentile, 'cool-off': coolOff, then }): IdleRuleFile => ({
    kind: 'idle',
    name,
    match,
    mode,
    window: idle,
    percentile,
    cpuBelow: below.cpu,
    networkBelow: below.network,
    coolOff,
    then,
  }),
);
