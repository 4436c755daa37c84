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

/** The judging functions of a kind of rule. */
export type Judge<R> = {
  /** Returns the verdicts on a polled target and its resources. */
  readonly judge: (rule: R, facts: Facts) => Verdict[];
  /** Returns the verdicts on how recently a target was observed; needs no successful poll. */
  readonly judgeSight?: (rule: R, facts: SightFacts) => Verdict[];
};

/** The times after which a rule's alerts fire, repeat and resolve. */
export type Timing = {
  /** The time that a breach must last before its alert fires. */
  readonly for: Span;
  /** How long an alert must be clear before it resolves; `null` if only the end of a budget's period resolves it. */
  readonly resolveAfter: Span | null;
  /** The interval at which people are notified again; `null` for never. */
  readonly repeat: Span | null;
};

export type TimingSelector<R> = (rule: R) => Timing;

type Timed = { readonly for: Span; readonly repeat: Span | null };

export const atOnce = milliseconds(0);
/** The wait for figures near a limit, which may cross it and return between polls. */
const hovering: Span = minutes(15);

/** Returns a timing with which an alert resolves at its first clear verdict. */
export const endsAtOnce = ({ for: least, repeat }: Timed): Timing => ({
  for: least,
  resolveAfter: atOnce,
  repeat,
});

/** Returns a timing with which an alert resolves after 15 minutes, since a figure near its limit may cross it again. */
export const endsAfterHovering = ({ for: least, repeat }: Timed): Timing => ({
  for: least,
  resolveAfter: hovering,
  repeat,
});

/** A decided stop, with its resource as read again just before it. */
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

/** The functions with which a kind of rule withholds a stop. */
export type Restraint<R> = {
  /** Returns why a decided stop must not be carried out; `null` if it still holds. */
  readonly whyNotStop: (rule: R, input: StopInput) => string | null;
  /** Returns why a resource is left alone that someone started after a stop; `null` if it is not. */
  readonly whyLeftAlone: (
    rule: R,
    startedAt: Instant,
    at: { readonly now: Instant; readonly zone: string },
  ) => string | null;
};

/** Returns the reason to leave a resource alone during its cool-off; afterwards `null`. */
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
