import { evaluate } from '../evaluate/evaluate.ts';
import { assertNever } from '../model/assert-never.ts';
import type { Decision } from '../model/decision.ts';
import type { Head } from '../model/head.ts';
import { targetOf } from '../model/ids.ts';
import type { Intervals } from '../model/intervals.ts';
import type { Observation, Part, Sighting, Unseen } from '../model/observation.ts';
import type { Period } from '../model/period.ts';
import type { Policy } from '../model/policy.ts';
import { earliest, type Instant } from '../model/time.ts';
import type { Verdict } from '../model/verdict.ts';
import { dropStaleAlerts } from './drop-stale-alerts.ts';
import { followBudget } from './follow-budgets.ts';
import { followIdle } from './follow-idle.ts';
import type { Progress } from './progress.ts';
import { type Reckoning, reckon } from './reckon.ts';
import { settleIntents } from './settle.ts';

/** All that a turn is made from. The same input makes the same next head. */
export type TurnInput = {
  readonly head: Head;
  readonly observation: Observation;
  /** What the look asked for. */
  readonly asked: readonly Part[];
  /** Sightings before the head's, as far back as the rules look. */
  readonly history: readonly Sighting[];
  readonly policy: Policy;
  readonly intervals: Intervals;
};

export type Turn = {
  readonly head: Head;
  readonly verdicts: readonly Verdict[];
  readonly decisions: readonly Decision[];
};

/**
 * One target's turn, whole: what was seen is charged, what was asked of the cloud is settled, the
 * rules judge, and their verdicts become alerts, messages and intents.
 */
export function takeTurn(input: TurnInput): Turn {
  const { head, observation } = input;
  if (observation.kind === 'unseen')
    return { head: missTurn(input, observation), verdicts: [], decisions: [] };
  const reckoning = reckon(head, observation, input.policy.timezone, input.intervals.carryPrice);
  const verdicts = judge(input, observation, reckoning);
  const progress = follow(input, observation, verdicts, reckoning.meters.month.period);
  return {
    head: {
      ...head,
      seq: head.seq + 1,
      sighting: observation,
      askedAt: marked(head.askedAt, input.asked, observation.at),
      seenAt: marked(head.seenAt, observation.seen, observation.at),
      usageUntil: usageUntil(head, observation),
      misses: 0,
      missedBecause: null,
      meters: reckoning.meters,
      closedHours: [...reckoning.closedHours],
      report: reckoning.report,
      alerts: [...progress.alerts],
      outbox: [...progress.outbox],
      intents: [...progress.intents],
      stops: [...progress.stops],
      unwritten: { meters: [...reckoning.closed], journal: [...progress.journal] },
    },
    verdicts,
    decisions: progress.decisions,
  };
}

/** A look that saw nothing changes no figure and decides nothing; it is counted. */
function missTurn({ head, asked }: TurnInput, { at, because }: Unseen): Head {
  return {
    ...head,
    seq: head.seq + 1,
    askedAt: marked(head.askedAt, asked, at),
    misses: head.misses + 1,
    missedBecause: because,
    unwritten: { meters: [], journal: [] },
  };
}

function marked(known: Head['askedAt'], parts: readonly Part[], at: Instant): Head['askedAt'] {
  return { ...known, ...Object.fromEntries(parts.map((part) => [part, at])) };
}

/**
 * Samples reach the cloud late, and some later than others: what comes next is told from where the
 * slowest VM of a whole answer had come to, so that no slot is left out.
 */
function usageUntil(head: Head, sighting: Sighting): Instant | null {
  if (sighting.kind !== 'project' || !sighting.seen.includes('usage')) return head.usageUntil;
  const [first, ...others] = sighting.usage.flatMap(({ points }) => points.at(-1)?.at ?? []);
  return first === undefined ? head.usageUntil : earliest(first, ...others);
}

function judge({ head, policy, history }: TurnInput, sighting: Sighting, reckoning: Reckoning): Verdict[] {
  const { meters, report } = reckoning;
  const past = head.sighting === null ? history : [...history, head.sighting];
  return evaluate(policy.rules, { target: targetOf(head.target), sighting, meters, report, history: past });
}

function follow(input: TurnInput, sighting: Sighting, verdicts: readonly Verdict[], month: Period): Progress {
  const { head, policy, intervals } = input;
  const { alerts, outbox, intents, stops } = head;
  let progress: Progress = { alerts, outbox, intents, stops, journal: [], decisions: [] };
  if (sighting.kind === 'project') progress = settleIntents(progress, sighting, intervals);
  progress = dropStaleAlerts(progress, sighting, head.target, policy, month);
  for (const verdict of verdicts) progress = followVerdict(progress, verdict, input, sighting);
  return progress;
}

function followVerdict(progress: Progress, verdict: Verdict, input: TurnInput, sighting: Sighting): Progress {
  const { policy, intervals, head } = input;
  const rule = policy.rules.find(({ name }) => name === verdict.rule);
  if (rule === undefined) return progress;
  switch (rule.kind) {
    case 'budget':
      return verdict.kind === 'breached' && verdict.figures.kind === 'budget'
        ? followBudget(progress, verdict, verdict.figures, sighting, head.target)
        : progress;
    case 'idle':
      return sighting.kind === 'project'
        ? followIdle(progress, verdict, { target: head.target, policy, rule, sighting, intervals })
        : progress;
    default:
      return assertNever(rule);
  }
}
