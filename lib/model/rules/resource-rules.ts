import * as z from 'zod';
import type { ResourceKind } from '../facts/resource.ts';
import { Span } from '../time/time.ts';
import { about, acts, tells, terms } from './rule-terms.ts';

/** What costs and is of no use. Whether anything uses a network cannot be told, so that is none of them. */
export const WasteCondition = z.enum([
  'stopped-vm',
  'powered-off',
  'detached-disk',
  'untouched-volume',
  'untouched-bucket',
  'failed',
  'unused-image',
]);
export type WasteCondition = z.infer<typeof WasteCondition>;

export const WasteRule = z.strictObject({
  kind: z.literal('waste'),
  ...about,
  /** `for` is the grace. */
  ...terms,
  mode: acts.mode,
  then: acts.then,
  conditions: z.array(WasteCondition),
});
export type WasteRule = z.infer<typeof WasteRule>;

/** What a commitment can be made for; a cluster's is that of its machines too. */
export const committedKinds = [
  'vm',
  'machine',
  'cluster',
  'volume',
] as const satisfies readonly ResourceKind[];

export const CommitmentRule = z.strictObject({
  kind: z.literal('commitment'),
  ...about,
  ...terms,
  ...tells,
  /** How long before its end a commitment is told of; falling. */
  within: z.array(Span),
});
export type CommitmentRule = z.infer<typeof CommitmentRule>;

/**
 * A time of the week, on the clocks of the policy's zone, in minutes since midnight. It begins on each of
 * `days` and ends on the day after where `until` is no later than `from`; 24:00 is 1,440.
 */
export const Window = z.strictObject({
  /** 1 is Monday. */
  days: z.array(z.number().int()),
  from: z.number().int(),
  until: z.number().int(),
});
export type Window = z.infer<typeof Window>;

/** What runs and can rest. */
export const scheduledKinds = ['vm', 'machine'] as const satisfies readonly ResourceKind[];

export const ScheduleRule = z.strictObject({
  kind: z.literal('schedule'),
  ...about,
  ...terms,
  // No cool-off: what someone starts by hand is left alone until the next window begins.
  mode: acts.mode,
  then: acts.then,
  /** When it may run. */
  windows: z.array(Window),
});
export type ScheduleRule = z.infer<typeof ScheduleRule>;

/** What people make to use for a while. */
export const mortalKinds = ['vm', 'machine', 'cluster'] as const satisfies readonly ResourceKind[];

export const LifetimeRule = z.strictObject({
  kind: z.literal('lifetime'),
  ...about,
  ...terms,
  ...acts,
  longest: Span,
});
export type LifetimeRule = z.infer<typeof LifetimeRule>;
