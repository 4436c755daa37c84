import type { SignalTimes } from '../model/facts/signal-times.ts';
import type { UsageSignal } from '../model/facts/usage.ts';
import type { TargetId } from '../model/ids.ts';
import type { Reread } from '../model/reread.ts';
import {
  type Instant,
  isoSecond,
  later,
  milliseconds,
  minutes,
  type Span,
  spanInWords,
} from '../model/time/time.ts';
import type { Intent } from '../state/intent.ts';
import type { Override } from '../state/override.ts';
import type { Policy } from '../state/policy.ts';
import type { Facts, SightFacts } from './facts.ts';
import type { Verdict } from './verdict.ts';

/** The functions of a kind of rule that judge. */
export type Judge<R> = {
  /** Returns its verdicts on a target that was polled, and on the resources in it. */
  readonly judge: (rule: R, facts: Facts) => Verdict[];
  /** Returns its verdicts on how recently a target was observed, which need no successful poll. */
  readonly judgeSight?: (rule: R, facts: SightFacts) => Verdict[];
};

/** The times by which a rule's alerts fire, repeat and resolve. */
export type Timing = {
  /** The time that a breach must last before its alert fires. */
  readonly for: Span;
  /**
   * The time that an alert must be clear before it resolves; `null` when only its period's end resolves it, as with a
   * budget.
   */
  readonly resolveAfter: Span | null;
  /** The interval at which people are notified again; `null` for never. */
  readonly repeat: Span | null;
};

/** Returns the times by which alerts of a rule fire, repeat and resolve. */
export type TimingSelector<R> = (rule: R) => Timing;

type Timed = { readonly for: Span; readonly repeat: Span | null };

export const atOnce = milliseconds(0);
/** The wait for figures near a limit, which may cross it and return between polls. */
const hovering: Span = minutes(15);

/** Returns the timing of a rule on a fact, whose alert ends as soon as the fact does. */
export const endsAtOnce = ({ for: least, repeat }: Timed): Timing => ({
  for: least,
  resolveAfter: atOnce,
  repeat,
});

/** Returns the timing of a rule on a figure, which may hover about its limit. */
export const endsAfterHovering = ({ for: least, repeat }: Timed): Timing => ({
  for: least,
  resolveAfter: hovering,
  repeat,
});

/** A decided stop, and its resource as it was read again just before. */
export type StopInput = Reread & {
  /** The kinds of signals that it ever had. */
  readonly had: SignalTimes;
  /** The figures of use that its cloud supports. */
  readonly supported: readonly UsageSignal[];
  readonly intent: Intent;
  readonly target: TargetId;
  readonly policy: Policy;
  readonly overrides: readonly Override[];
  readonly now: Instant;
};

/** The functions by which a kind of rule that acts withholds a stop. */
export type Restraint<R> = {
  /** Returns why a stop no longer holds; `null` while it does. */
  readonly whyNotStop: (rule: R, input: StopInput) => string | null;
  /** Returns why a resource is left alone that someone started again after a stop; `null` when it is not. */
  readonly whyLeftAlone: (
    rule: R,
    startedAt: Instant,
    at: { readonly now: Instant; readonly zone: string },
  ) => string | null;
};

/** Leaves a resource alone for the cool-off of a rule. */
export const describeCoolOffPeriod: Restraint<{ readonly coolOff: Span }>['whyLeftAlone'] = (
  { coolOff },
  startedAt,
  { now },
) => {
  const until = later(startedAt, coolOff);
  return now < until
    ? `it runs again after a stop, or was never stopped; it is left alone for ${spanInWords(coolOff)}, until ${isoSecond(until)}`
    : null;
};
