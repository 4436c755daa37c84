import type { FleetUse } from '../model/facts/fleet-use.ts';
import type { Observation, Part, PollResult } from '../model/facts/observation.ts';
import type { Unsupported } from '../model/facts/unsupported.ts';
import type { Sampling } from '../model/facts/usage.ts';
import type { Head } from '../model/head.ts';
import type { Meter } from '../model/money/meter.ts';
import type { ReportedPast } from '../model/past-spend.ts';
import type { Policy } from '../model/rules/policy.ts';
import type { Intervals } from '../model/time/intervals.ts';
import type { Instant } from '../model/time/time.ts';
import type { FleetContext } from './fleet-context.ts';

/** What the ledger knows of a target beside its head. */
export type Past = {
  /** What monitors told before this look, as far back as the rules look, oldest first. */
  readonly samplings: readonly Sampling[];
  /** The use of VMs before those, where a rule learns from it. */
  readonly use?: FleetUse | undefined;
  /** Closed days, when the head does not hold as many as the rules need; else `null`. */
  readonly days: readonly Meter[] | null;
  /** Closed hours of the past weeks, when an hour has ended and a rule looks at them; else `null`. */
  readonly hours: readonly Meter[] | null;
};

/** All that a turn is made from. The same input makes the same next head. */
export type TurnInput = {
  readonly head: Head;
  readonly pollResult: PollResult;
  /** What the look asked for. */
  readonly asked: readonly Part[];
  /** What it found the platform not to offer. */
  readonly lacking: readonly Unsupported[];
  readonly past: Past;
  /** What it found the platform to report for the time before monitoring began. */
  readonly pastSpend?: ReportedPast | null | undefined;
  readonly around: FleetContext;
  readonly policy: Policy;
  readonly intervals: Intervals;
};

/** A turn's input with what was seen in it; without an observation nothing is let go of and nothing is done. */
export type FollowInput = Pick<TurnInput, 'head' | 'policy' | 'around' | 'intervals'> &
  ({ readonly observation: Observation } | { readonly observation: null; readonly now: Instant });
