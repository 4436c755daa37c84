import type { Observation, Part, PollResult } from '../model/facts/observation.ts';
import type { ObservedUnits } from '../model/facts/units-seen.ts';
import type { UnsupportedPart } from '../model/facts/unsupported.ts';
import type { UsageSamples } from '../model/facts/usage.ts';
import type { Meter } from '../model/money/meter.ts';
import type { ReportedPast } from '../model/past-spend.ts';
import type { Intervals } from '../model/time/intervals.ts';
import type { Instant } from '../model/time/time.ts';
import type { FleetUse } from '../state/fleet-use.ts';
import type { Head } from '../state/head.ts';
import type { Policy } from '../state/policy.ts';
import type { FleetContext } from './fleet-context.ts';

/** The history of a target beside its head. */
export type Past = {
  /** Usage samples from before this poll, as far back as the rules need, oldest first. */
  readonly samplings: readonly UsageSamples[];
  /** The use of VMs before those samples, for rules that learn from it. */
  readonly use?: FleetUse | undefined;
  /** Closed days, when the head holds fewer than the rules need; else `null`. */
  readonly days: readonly Meter[] | null;
  /** Closed hours of the past weeks, when an hour has ended and a rule needs them; else `null`. */
  readonly hours: readonly Meter[] | null;
};

/** The whole input of a turn. The same input makes the same next head. */
export type TurnInput = {
  readonly head: Head;
  readonly pollResult: PollResult;
  /** The parts that the poll asked for. */
  readonly asked: readonly Part[];
  /** The parts that the poll found unsupported. */
  readonly unsupported: readonly UnsupportedPart[];
  readonly past: Past;
  /** Spend from before monitoring began, as the platform reports it. */
  readonly pastSpend?: ReportedPast | null | undefined;
  /** The units of metrics by the signals that were read beside the poll. */
  readonly units?: ObservedUnits | undefined;
  readonly fleet: FleetContext;
  readonly policy: Policy;
  readonly intervals: Intervals;
};

/**
 * A turn's input with its time and its observation. While the observation is `null`, nothing is resolved and no action
 * is taken.
 */
export type FollowInput = Pick<TurnInput, 'head' | 'policy' | 'fleet' | 'intervals'> & {
  readonly observation: Observation | null;
  readonly now: Instant;
};
