import { meterSpend } from '../meter/meter-spend.ts';
import type { FailedPoll, Observation, Part } from '../model/facts/observation.ts';
import type { UnsupportedPart } from '../model/facts/unsupported.ts';
import type { Subject } from '../model/ids.ts';
import type { Rollup } from '../model/money/meter.ts';
import { subjectParts } from '../model/subject.ts';
import { findEarliest, type Instant, isAhead, latest } from '../model/time/time.ts';
import { evaluate } from '../rules/judges.ts';
import type { Verdict } from '../rules/verdict.ts';
import type { Head } from '../state/head.ts';
import type { Decision } from '../state/intent.ts';
import { judgeSteps } from './actions/judge-steps.ts';
import { followOrders } from './actions/orders.ts';
import { reconcileIntents } from './actions/reconcile-intents.ts';
import { noteRestarts } from './actions/restarts.ts';
import { followVerdicts } from './alerts/follow-verdicts.ts';
import { groupNotifications } from './alerts/notifications.ts';
import { type BufferPlan, planBufferedWrites } from './buffered-observations.ts';
import { deferredUsage } from './deferred-usage.ts';
import { createProgress, type Progress } from './progress.ts';
import { withRateOfProjects } from './rate-of-projects.ts';
import { resourceFinder } from './subjects.ts';
import { timelyHead } from './timely-head.ts';
import { withTransitionalTimes } from './transitional-since.ts';
import { buildTurnFacts, judgeSight } from './turn-facts.ts';
import type { TurnInput } from './turn-input.ts';
import { unknownFacts } from './unknown-facts.ts';

export type Turn = {
  readonly head: Head;
  /** Observations that the previous head held and this one does not, to be written before it is committed. */
  readonly written: readonly Observation[];
  readonly verdicts: readonly Verdict[];
  readonly decisions: readonly Decision[];
};

/**
 * Takes one target's whole turn: meters the observation, judges the rules, reconciles intents, judges the later steps, and
 * turns verdicts into alerts, messages and intents.
 */
export function takeTurn(input: TurnInput): Turn {
  const { pollResult } = input;
  if (pollResult.kind === 'failed-poll') return failedPollTurn(input, pollResult);
  const { head, fleet, intervals } = input;
  const timed = withTransitionalTimes(pollResult, head.observation, intervals.carryPrice);
  const observation = withRateOfProjects(timed, head.observation, fleet);
  return observationTurn(atTheCloudsTime(input, pollResult), observation);
}

/**
 * Limits the times in the head to the time of the observation, which the cloud confirmed. A run of `act` whose clock
 * was ahead, and that the cloud did not correct, records later times in an otherwise correct head.
 */
const atTheCloudsTime = (input: TurnInput, { kind, at: now }: Observation): TurnInput =>
  kind === 'group'
    ? input
    : { ...input, head: timelyHead(input.head, (at) => (isAhead(at, now) ? now : at)) };

function observationTurn(input: TurnInput, observation: Observation): Turn {
  const { policy, intervals, asked } = input;
  const { past, pastSpend } = input;
  const { mayCountTwice: _, movedTo: __, ...head } = input.head;
  const meteredSpend = meterSpend(
    head,
    observation,
    past.days,
    policy,
    intervals.carryPrice,
    pastSpend,
    input.fleet.overrides,
  );
  const next: Head = {
    ...head,
    seq: head.seq + 1,
    observation: withoutUsage(observation),
    askedAt: withTimes(head.askedAt, asked, observation.at),
    seenAt: withTimes(head.seenAt, observation.seen, observation.at),
    beganAt: head.beganAt ?? observation.at,
    polledAt: computeLastPoll(head, observation.at),
    failingSince: updateFailingParts(head, observation),
    reportedUntil: computeNewestReportEnd(head, observation),
    unsupported: knownUnsupported(head, input.unsupported, observation.at),
    usageUntil: computeNextUsageStart(head, observation),
    failedPolls: 0,
    failedBecause: null,
    failureScope: null,
    meters: meteredSpend.meters,
    closedHours: [...meteredSpend.closedHours],
    report: meteredSpend.report,
    days: meteredSpend.days,
    unmetered: meteredSpend.unmetered,
    pastSpend: meteredSpend.pastSpend,
  };
  const resourceOf = resourceFinder(head.target, observation);
  const initial = createProgress(next);
  let progress =
    observation.kind === 'project' ? noteRestarts(initial, observation, policy.rules, resourceOf) : initial;
  const facts = buildTurnFacts(
    { ...input, head: { ...head, alerts: progress.alerts } },
    observation,
    meteredSpend,
  );
  const verdicts = [
    ...evaluate(policy.rules, facts),
    ...judgeSight(input, next, head.polledAt, observation.at),
  ];
  if (observation.kind === 'project') {
    const { rules } = policy;
    progress = reconcileIntents(progress, head.target, observation, { intervals, rules });
    verdicts.push(...judgeSteps(progress, verdicts, observation, input));
  }
  progress = followVerdicts(progress, verdicts, { ...input, observation, now: observation.at });
  if (observation.kind === 'project')
    progress = followOrders(progress, { ...input, observation, now: observation.at });
  const grouped = groupNotifications(progress, observation.at, head.observation);
  const exists = (subject: Subject) =>
    subjectParts(subject).resource === null || resourceOf(subject) !== undefined;
  const updated: Head = {
    ...next,
    signalsKnownAt: facts.signals,
    unitsSeen: input.units ?? head.unitsSeen,
    falls: facts.falls ?? head.falls,
    unknownFacts: unknownFacts(next, { verdicts, rules: policy.rules, at: observation.at, exists }),
    deferredUsage: deferredUsage(input, facts, grouped.alerts),
  };
  return buildTurn(updated, grouped, verdicts, {
    ...planBufferedWrites(head, observation),
    meters: meteredSpend.closed,
  });
}

/**
 * Judges how long nothing has been observed. A failed poll changes no figure and allows no action. Its time is never
 * before the newest known poll: with a clock that is behind, a target would seem to have been observed just now.
 */
function failedPollTurn(input: TurnInput, failed: FailedPoll): Turn {
  const { asked } = input;
  const { mayCountTwice: _, ...head } = input.head;
  const at = computeLastPoll(head, failed.at);
  const next: Head = {
    ...head,
    ...(failed.mayCountTwice !== undefined && { mayCountTwice: failed.mayCountTwice }),
    seq: head.seq + 1,
    askedAt: withTimes(head.askedAt, asked, at),
    beganAt: head.beganAt ?? at,
    polledAt: at,
    unsupported: knownUnsupported(head, input.unsupported, at),
    failedPolls: head.failedPolls + 1,
    failedBecause: failed.because,
    // An unlisted target stays gone when the cloud does not answer at all.
    failureScope:
      failed.scope === 'everything' && head.failureScope === 'unlisted' ? 'unlisted' : (failed.scope ?? null),
  };
  const verdicts = judgeSight(input, next, head.polledAt, at);
  const progress = followVerdicts(createProgress(next), verdicts, { ...input, observation: null, now: at });
  return buildTurn(next, groupNotifications(progress, at), verdicts, {
    waiting: head.pendingWrites.buffered,
    written: [],
    meters: [],
  });
}

const buildTurn = (
  next: Head,
  { alerts, outbox, intents, stops, orders, journal, decisions }: Progress,
  verdicts: readonly Verdict[],
  { waiting, written, meters }: BufferPlan & { readonly meters: readonly Rollup[] },
): Turn => ({
  head: {
    ...next,
    alerts,
    outbox,
    intents,
    stops,
    orders,
    pendingWrites: { buffered: [...waiting], meters: [...meters], journal: [...journal] },
  },
  written,
  verdicts,
  decisions,
});

/** Removes usage samples, which history stores separately. */
const withoutUsage = (observation: Observation): Observation =>
  observation.kind === 'project' && observation.usage.length > 0
    ? { ...observation, usage: [] }
    : observation;

function withTimes(times: Head['askedAt'], parts: readonly Part[], at: Instant): Head['askedAt'] {
  return { ...times, ...Object.fromEntries(parts.map((part) => [part, at])) };
}

/** Returns the unsupported parts found now, and those found before that have not expired. */
function knownUnsupported(head: Head, parts: readonly UnsupportedPart[], now: Instant): UnsupportedPart[] {
  const foundNow = new Set(parts.map(({ part }) => part));
  return [...head.unsupported.filter(({ part, until }) => now < until && !foundNow.has(part)), ...parts];
}

/**
 * Returns the time from which usage is asked for next. Samples arrive late, and later for some VMs, so it is the last
 * sample of the slowest VM: no slot is left out.
 */
function computeNextUsageStart(head: Head, observation: Observation): Instant | null {
  if (observation.kind !== 'project' || !observation.seen.includes('usage')) return head.usageUntil;
  return findEarliest(observation.usage.flatMap(({ points }) => points.at(-1)?.at ?? [])) ?? head.usageUntil;
}

/** Returns the time of the newest known poll: concurrent runs may commit in another order than they polled. */
const computeLastPoll = (head: Head, at: Instant): Instant => latest(head.polledAt ?? at, at);

/** Returns the time since which each missing part has been missing. */
function updateFailingParts(head: Head, { at, missing }: Observation): Head['failingSince'] {
  return Object.fromEntries(missing.map(({ part }) => [part, head.failingSince[part] ?? at]));
}

/** Returns the end of the newest known spend report: a later poll may bring an older one. */
function computeNewestReportEnd(head: Head, observation: Observation): Instant | null {
  if (observation.kind === 'group' || observation.spend === null) return head.reportedUntil;
  return latest(observation.spend.until, head.reportedUntil ?? observation.spend.until);
}
