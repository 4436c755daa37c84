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

/** How long all signals but CPU must be quiet before a learned rule finds a VM idle. */
export const signalsWindow: Span = hours(4);

/** How long a VM must be known before a learned rule judges it by its history. */
export const leastKnown: Span = days(1);

/** The time in which use makes a stop wrong, for a rule that does not set it. */
const wrongWithin: Span = hours(8);

/** The terms of a rule that learns each VM's own rhythm. */
export const LearnedTerms = z.strictObject({
  /** A stop is wrong if the VM is used within this time. */
  within: Span,
  /** The mean CPU over half an hour that counts as use, in percent of the VM, as the policy sets it. */
  inUse: z.number(),
  /** The highest risk of a wrong stop, in percent, at which the VM counts as idle. */
  risk: z.number(),
  /** The fixed window for VMs that are known for less than a day; `null` if they are not judged. */
  untilKnown: Span.nullable(),
});
export type LearnedTerms = z.infer<typeof LearnedTerms>;

export const IdleRule = z.strictObject({
  kind: z.literal('idle'),
  ...about,
  ...acts,
  /** Absent for a rule with a fixed window. If present, `window` applies to all signals but CPU. */
  learned: LearnedTerms.optional(),
  /** How long a VM must have been idle. */
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

/** Returns a rule with another window. For VMs with GPUs it is the longer of that and `gpu-window`. */
export const withWindow = (rule: IdleRule, window: Span): IdleRule => ({
  ...rule,
  window,
  gpuWindow: milliseconds(Math.max(window, rule.gpuWindow)),
});

/** A rule that learns each VM's own rhythm. */
export type LearnedRule = IdleRule & { readonly learned: LearnedTerms };
export const isLearned = (rule: IdleRule): rule is LearnedRule => rule.learned !== undefined;

/**
 * Returns the limits of use for learned rules: the lowest of each figure, so that the shared history includes what
 * any of them counts as use. `null` without learned rules.
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

/** Returns the time in which use makes a stop of the rule wrong. */
export const getWrongStopSpan = ({ learned }: Pick<IdleRule, 'learned'>): Span =>
  learned?.within ?? wrongWithin;

const marks = new WeakMap<object, number>();

/** Returns a hash of the idle rules of a policy. */
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

/** Returns the span of usage samples that a rule needs, apart from those that continue the use history of VMs. */
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
