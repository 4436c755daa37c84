import { emptyMeter } from '../meter/advance.ts';
import { hoursKept, meterSpend } from '../meter/meter-spend.ts';
import type { Observation, PollResult } from '../model/facts/observation.ts';
import { sumCharged } from '../model/money/charged.ts';
import type { Rollup } from '../model/money/meter.ts';
import { unattributed } from '../model/money/share.ts';
import { findPeriod, type PeriodUnit } from '../model/time/period.ts';
import {
  computeSpan,
  earliest,
  type Instant,
  isAhead,
  latest,
  milliseconds,
  type Span,
} from '../model/time/time.ts';
import type { Head } from '../state/head.ts';
import type { Policy } from '../state/policy.ts';
import { timelyHead } from './timely-head.ts';

/** The history of a target up to now, oldest first. */
export type BelievedPast = {
  readonly observations: readonly Observation[];
  readonly hours: readonly Rollup[];
  readonly days: readonly Rollup[];
};

type Context = {
  readonly policy: Pick<Policy, 'timezone' | 'rules' | 'attribute'>;
  readonly carry: Span;
  readonly now: Instant;
};

/** Reports whether a head was committed at a time that is still in the future. */
export const isFromFuture = (head: Head, now: Instant): boolean =>
  hasFutureObservation(head, now) || (head.polledAt !== null && isAhead(head.polledAt, now));

/** Reports whether the last observation of a head, which its spend is metered up to, is from the future. */
export const hasFutureObservation = ({ observation }: Head, now: Instant): boolean =>
  observation !== null && isAhead(observation.at, now);

/**
 * Returns the believable part of a head that was committed by a clock that was ahead. The last observation is the
 * newest one in history before now, money counts up to it, and every part is due for a poll. Alerts that were raised
 * or notified in that future are dropped, and announcements made before it get their whole grace again.
 */
export function believedHead(head: Head, past: BelievedPast, context: Context): Head {
  const { now } = context;
  const figures: Partial<Figures> = hasFutureObservation(head, now)
    ? recomputeFigures(head, past, context)
    : {};
  const { alerts, outbox, intents, stops, pendingWrites } = head;
  const { buffered, meters, journal } = pendingWrites;
  const believed: Head = {
    ...head,
    alerts: alerts.flatMap((alert) => believedAlert(alert, now)),
    outbox: outbox.filter(({ at }) => at <= now),
    intents: intents.filter(({ state }) => state.kind !== 'waiting'),
    stops: stops.map((stop) => ({
      ...stop,
      lastSeenAtRest: timely(stop.lastSeenAtRest, now),
      retryAfter: null,
    })),
  };
  const next: Head = {
    ...timelyHead(believed, (at) => earliest(at, now)),
    askedAt: {},
    seenAt: {},
    failingSince: {},
    beganAt: timely(head.beganAt, now),
    polledAt: null,
    reportedUntil: timely(head.reportedUntil, now),
    usageUntil: timely(head.usageUntil, now),
    deferredUsage: null,
    unknownFacts: [],
    unsupported: [],
    days: null,
    unmetered: null,
    pastSpend: figures.meters === null ? null : head.pastSpend && { ...head.pastSpend, gap: null },
    pendingWrites: {
      buffered: buffered.filter(({ at }) => at <= now),
      meters: meters.filter(({ period }) => period.until <= now),
      journal,
    },
    ...figures,
  };
  return { ...next, polledAt: next.observation?.at ?? null };
}

/** Marks the first observation after a discarded record as incomplete, so that no destructive action follows it. */
export function withDoubt(pollResult: PollResult, because: string): PollResult {
  if (pollResult.kind === 'failed-poll' || pollResult.kind === 'group') return pollResult;
  const part = pollResult.kind === 'project' ? 'vms' : 'account';
  return { ...pollResult, missing: [...pollResult.missing, { part, because }] };
}

const timely = (at: Instant | null, now: Instant): Instant | null => (at !== null && at > now ? null : at);

const listAlertTimes = ({
  since,
  lastNotified,
  fired,
  announcement,
}: Head['alerts'][number]): readonly Instant[] =>
  [since, lastNotified?.at, announcement?.deliveredAt, ...fired].flatMap((at) => at ?? []);

function believedAlert(alert: Head['alerts'][number], now: Instant): Head['alerts'] {
  const { announcement } = alert;
  if (listAlertTimes(alert).some((at) => at > now)) return [];
  const isDelivered = announcement !== null && announcement.deliveredAt !== null;
  return [
    {
      ...alert,
      // A retry time computed in that future no longer applies; the whole grace lies ahead anyway.
      retryAfter: null,
      announcement: isDelivered ? { ...announcement, deliveredAt: now } : announcement,
    },
  ];
}

type Figures = Pick<Head, 'observation' | 'meters' | 'closedHours' | 'report'>;
const unknown: Figures = { observation: null, meters: null, closedHours: [], report: null };

/**
 * Returns the money that history shows: the hours that closed before the last observation, and that observation's own
 * hour recomputed from its observations.
 */
function recomputeFigures(head: Head, past: BelievedPast, context: Context): Figures {
  const { policy, carry } = context;
  const last = past.observations.at(-1);
  if (last === undefined || last.kind === 'group') return unknown;
  const hour = findPeriod('hour', last.at, policy.timezone);
  const closed = past.hours.filter(({ period }) => period.until <= hour.from);
  const today = findPeriod('day', last.at, policy.timezone).from;
  const month = findPeriod('month', last.at, policy.timezone).from;
  const days = past.days.filter(({ period }) => month <= period.from && period.until <= today);
  const hoursToday = closed.filter(({ period }) => period.from >= today);
  const previous = past.observations.filter(({ at }) => at <= hour.from).at(-1);
  const [first = last] = past.observations.filter(({ at }) => at > hour.from);
  // The earlier hours are closed, so the previous observation is carried to the start of this hour.
  const start: Observation = previous === undefined ? first : { ...previous, at: hour.from };
  const buildMeter = (unit: PeriodUnit, parts: readonly Rollup[]) =>
    sumRollups(emptyMeter(findPeriod(unit, last.at, policy.timezone), start.at), parts);
  let next: Head = {
    ...head,
    ...unknown,
    observation: start,
    meters: {
      hour: emptyMeter(hour, start.at),
      day: buildMeter('day', hoursToday),
      month: buildMeter('month', [...days, ...hoursToday]),
    },
    closedHours: closed.filter(({ period }) => computeSpan(period.until, last.at) < hoursKept),
  };
  for (const observation of past.observations.filter(({ at }) => at > start.at)) {
    const { meters, closedHours, report } = meterSpend(next, observation, null, policy, carry);
    next = { ...next, observation, meters, closedHours: [...closedHours], report };
  }
  const { observation, meters, closedHours, report } = next;
  return { observation, meters, closedHours, report };
}

/** Sums closed periods into the beginning of a longer one. Time that none of them covers counts as a gap. */
function sumRollups(empty: Rollup, parts: readonly Rollup[]): Rollup {
  const [first] = parts;
  if (first === undefined) return empty;
  const total = sumCharged(parts);
  const covered = parts.reduce((sum, { period, since, gap }) => sum + period.until - since - gap, 0);
  const gap = milliseconds(Math.max(0, computeSpan(first.since, empty.since) - covered));
  const measured = parts.flatMap(({ measuredSince }) => measuredSince ?? []);
  return {
    ...empty,
    since: first.since,
    ...total,
    gap,
    shares: unattributed(total),
    ...(measured.length > 0 && { measuredSince: latest(first.since, ...measured) }),
  };
}
