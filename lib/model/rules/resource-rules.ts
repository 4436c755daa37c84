import * as z from 'zod';
import type { ResourceKind } from '../facts/resource.ts';
import { Span } from '../time/time.ts';
import { acts, ruleOf, tells } from './rule-terms.ts';

/** Conditions of waste. Unused networks are missing, as the platform does not report whether a network is used. */
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

/** A rule on unused resources; its `for` is the grace. */
export const WasteRule = ruleOf('waste', {
  mode: acts.mode,
  then: acts.then,
  conditions: z.array(WasteCondition),
});
export type WasteRule = z.infer<typeof WasteRule>;

/** The kinds that commitments are made for; a cluster's also covers its machines. */
export const committedKinds = [
  'vm',
  'machine',
  'cluster',
  'volume',
] as const satisfies readonly ResourceKind[];

export const CommitmentRule = ruleOf('commitment', {
  ...tells,
  /** The times before the end of a commitment at which the rule alerts, falling. */
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

/** Kinds that can run and be stopped. */
export const scheduledKinds = ['vm', 'machine'] as const satisfies readonly ResourceKind[];

export const ScheduleRule = ruleOf('schedule', {
  // There is no cool-off: a resource that someone starts by hand is left alone until its next window.
  mode: acts.mode,
  then: acts.then,
  /** The hours in which it may run. */
  windows: z.array(Window),
});
export type ScheduleRule = z.infer<typeof ScheduleRule>;

/** Kinds that have a lifetime. */
export const mortalKinds = ['vm', 'machine', 'cluster'] as const satisfies readonly ResourceKind[];

export const LifetimeRule = ruleOf('lifetime', {
  ...acts,
  longest: Span,
  /** The longest total extension of its life by keeps; `null` when they do not extend it. */
  extend: Span.nullable(),
});
export type LifetimeRule = z.infer<typeof LifetimeRule>;
