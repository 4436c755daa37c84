import * as z from 'zod';
import { freshWithin, usageSlot } from '../../model/facts/usage.ts';
import type { UseMeaning } from '../../model/facts/use-history.ts';
import { ofKind } from '../../model/of-kind.ts';
import { about, acts, type KindTerms, ofCost } from '../../model/rules/rule-terms.ts';
import { stableHash } from '../../model/stable-hash.ts';
import { days, hours, Instant, milliseconds, Span } from '../../model/time/time.ts';

export const GuestPing = z.enum(['answered', 'ignored']);
export type GuestPing = z.infer<typeof GuestPing>;

export const Logins = z.enum(['counted', 'ignored']);
export type Logins = z.infer<typeof Logins>;

/** The time for which the signals beside CPU must have been quiet for a rule that learns. */
export const signalsWindow: Span = hours(4);

/** The time for which a VM must be known before such a rule judges it by its past. */
export const leastKnown: Span = days(1);

/** The time within which a VM that is used again was stopped wrongly, for a rule that does not say so. */
const wrongWithin: Span = hours(8);

/** The terms of a rule that learns each VM's own rhythm. */
export const LearnedTerms = z.strictObject({
  /** A stop is wrong if the VM is used within this time. */
  within: Span,
  /** The mean CPU over half an hour that counts as use, in percent of the VM: that of the policy. */
  inUse: z.number(),
  /** The highest risk of that, in percent, at which the VM counts as idle. */
  risk: z.number(),
  /** The fixed window by which VMs are judged that are not known for a day; `null` for not at all. */
  untilKnown: Span.nullable(),
});
export type LearnedTerms = z.infer<typeof LearnedTerms>;

export const IdleRule = z.strictObject({
  kind: z.literal('idle'),
  ...about,
  ...acts,
  /** Absent for a fixed window. Otherwise the window is that of the signals beside CPU. */
  learned: LearnedTerms.optional(),
  /** The window in which a VM must have been idle. */
  window: Span,
  /** The window for a VM with GPUs. */
  gpuWindow: Span,
  /** The percentage of the window's slots that must be under all limits at once. */
  percentile: z.number(),
  /** Percent of the VM's cores. */
  cpuBelow: z.number(),
  /** Bytes a second, both ways. */
  networkBelow: z.number(),
  /** Bytes a second, read and written. */
  diskBelow: z.number(),
  /** Percent of any GPU. */
  gpuBelow: z.number(),
  /** The effect of an unanswered ping: with `ignored`, the slot still counts as quiet. */
  guestPing: GuestPing,
  /** The effect of a login, or of a job that reports its machine as in use: with `counted`, the slot counts as in use. */
  logins: Logins,
  /** The interval of reminders; `null` for never. */
  repeat: Span.nullable(),
});
export type IdleRule = z.infer<typeof IdleRule>;

/** Returns a rule that learns with a fixed window. For a VM with GPUs the longer one holds, this or `gpu-window`. */
export const withWindow = (rule: IdleRule, window: Span): IdleRule => ({
  ...rule,
  window,
  gpuWindow: milliseconds(Math.max(window, rule.gpuWindow)),
});

/** A rule that learns each VM's own rhythm. */
export type LearnedRule = IdleRule & { readonly learned: LearnedTerms };
export const isLearned = (rule: IdleRule): rule is LearnedRule => rule.learned !== undefined;

/**
 * Returns what counts as use for rules that learn: for each figure the lowest limit of any of them, so that what one of
 * them takes for use is use in the weeks that all of them remember. `null` where none learns.
 */
export function computeUseMeaning(rules: readonly { readonly kind: string }[]): UseMeaning | null {
  const learned = rules.filter(
    (rule): rule is LearnedRule => rule.kind === 'idle' && 'learned' in rule && rule.learned !== undefined,
  );
  if (learned.length === 0) return null;
  const lowest = (limitOf: (rule: LearnedRule) => number) => Math.min(...learned.map(limitOf));
  return {
    cpu: lowest((rule) => rule.learned.inUse),
    network: lowest((rule) => rule.networkBelow),
    disk: lowest((rule) => rule.diskBelow),
    gpu: lowest((rule) => rule.gpuBelow),
    logins: learned.some((rule) => rule.logins === 'counted'),
  };
}

/** Returns the time within which a stop of the rule is wrong if the VM is used again. */
export const getWrongStopSpan = ({ learned }: Pick<IdleRule, 'learned'>): Span =>
  learned?.within ?? wrongWithin;

const marks = new WeakMap<object, number>();

/** Returns a number that changes with the idle rules of a policy. */
export function computeIdleMark(policy: { readonly rules: readonly { readonly kind: string }[] }): number {
  const known = marks.get(policy);
  if (known !== undefined) return known;
  const mark = stableHash(JSON.stringify(policy.rules.filter(({ kind }) => kind === 'idle')));
  marks.set(policy, mark);
  return mark;
}

export const IdleFigures = ofKind('idle', {
  /** The first instant of the quiet window. */
  since: Instant,
  points: z.number().int(),
  /** The chosen percentile of the window, in percent of the VM. */
  cpu: z.number().nullable(),
  /** The chosen percentile of the window, in bytes a second. */
  network: z.number().nullable(),
  /** The chosen percentile of the window, in bytes a second. */
  disk: z.number().nullable(),
  ...ofCost,
  /** The risk that a stop is wrong, where the rule learns. */
  risk: z.number().optional(),
  /** The highest use of any GPU in the window, in percent, and the memory held at its end, in GiB; absent where unknown. */
  gpu: z.object({ busiest: z.number(), memory: z.number().nullable() }).optional(),
});

export type IdleFigures = z.infer<typeof IdleFigures>;

/** Returns how much history of usage samples a rule needs, beside those that continue the use of VMs. */
export const windowReach = ({ window, gpuWindow, learned }: IdleRule): Span =>
  computeReach(milliseconds(Math.max(window, gpuWindow, learned?.untilKnown ?? 0)));

export const computeReach = (window: Span): Span => milliseconds(window + freshWithin + usageSlot);

export const idleTerms = {
  warnsAtMost: true,
  resources: ['vm'],
  steps: ['notify', 'stop', 'image', 'terminate'],
  needs: (rule: IdleRule) => ({ samples: windowReach(rule), weeks: isLearned(rule) }),
  sparesKept: true,
} satisfies KindTerms<IdleRule>;
