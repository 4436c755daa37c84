import { emptyMeter } from '../meter/accrue.ts';
import { hoursKept, meterSpend } from '../meter/meter-spend.ts';
import type { Observation, PollResult } from '../model/facts/observation.ts';
import type { Rollup } from '../model/money/meter.ts';
import { sumCharges } from '../model/money/money.ts';
import { unattributed } from '../model/money/share.ts';
import { type PeriodUnit, periodAt } from '../model/time/period.ts';
import {
  between,
  earliest,
  type Instant,
  isAhead,
  latest,
  milliseconds,
  type Span,
} from '../model/time/time.ts';
import type { Head } from '../state/head.ts';
import type { Policy } from '../state/policy.ts';

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
export const isFromFuture = ({ observation, polledAt }: Head, now: Instant): boolean =>
  [observation?.at, polledAt].some((at) => at != null && isAhead(at, now));

/** Reports whether a head holds an alert with a time that is still in the future. */
export const hasFutureAlert = ({ alerts }: Head, now: Instant): boolean =>
  alerts.some((alert) => {
    const { idleSince = now, unknownSince = now } = alert;
    return [...timesOf(alert), idleSince, unknownSince].some((at) => isAhead(at, now));
  });

/**
 * Returns a head whose alerts begin and were notified now at the latest. A run of `act` whose clock was ahead, and to
 * which the cloud did not tell the time, raises and records such alerts in a head that is otherwise right.
 */
export const withTimelyAlerts = (head: Head, now: Instant): Head => ({
  ...head,
  alerts: head.alerts.map((alert) => ({
    ...alert,
    ...timelySpells(alert, now),
    since: earliest(alert.since, now),
    lastNotified: alert.lastNotified && { ...alert.lastNotified, at: earliest(alert.lastNotified.at, now) },
    fired: alert.fired.map((at) => earliest(at, now)),
    announcement: alert.announcement && {
      ...alert.announcement,
      deliveredAt: alert.announcement.deliveredAt && earliest(alert.announcement.deliveredAt, now),
    },
  })),
});

/**
 * Returns the believable part of a head that was committed by a clock that was ahead. The last observation is the
 * newest one in history before now, money counts up to it, and every part is due for a poll. Alerts that were raised
 * or notified in that future are dropped, and announcements made before it get their whole grace again.
 */
export function believedHead(head: Head, past: BelievedPast, context: Context): Head {
  const { now } = context;
  const isObservation = head.observation !== null && isAhead(head.observation.at, now);
  const figures: Partial<Figures> = isObservation ? figuresOf(head, past, context) : {};
  const { buffered, meters, journal } = head.unwritten;
  const next: Head = {
    ...head,
    askedAt: {},
    seenAt: {},
    failingSince: {},
    beganAt: timely(head.beganAt, now),
    polledAt: null,
    reportedUntil: timely(head.reportedUntil, now),
    usageUntil: timely(head.usageUntil, now),
    deferredUsage: null,
    signalsKnownAt: timelySignals(head.signalsKnownAt, now),
    unknownFacts: [],
    lacking: [],
    days: null,
    pastSpend: figures.meters === null ? null : head.pastSpend,
    alerts: head.alerts.flatMap((alert) => believedAlert(alert, now)),
    outbox: head.outbox.filter(({ at }) => at <= now),
    intents: head.intents
      .filter(({ state }) => state.kind !== 'waiting')
      .map((intent) => ({ ...intent, state: notAfter(intent.state, now) })),
    stops: head.stops.map((stop) => ({
      ...stop,
      stoppedAt: earliest(stop.stoppedAt, now),
      lastSeenAtRest: timely(stop.lastSeenAtRest, now),
      atRestSince: timely(stop.atRestSince, now),
      startedAgainAt: stop.startedAgainAt && earliest(stop.startedAgainAt, now),
      made: stop.made.map((at) => earliest(at, now)),
      wrong: stop.wrong.map((at) => earliest(at, now)),
      retryAfter: null,
    })),
    unwritten: {
      buffered: buffered.filter(({ at }) => at <= now),
      meters: meters.filter(({ period }) => period.until <= now),
      journal,
    },
    ...figures,
  };
  return { ...next, polledAt: next.observation?.at ?? null };
}

/**
 * Marks an observation as incomplete, so that nothing destructive follows it: the first one after a record that is
 * not believed.
 */
export function withDoubt(pollResult: PollResult, because: string): PollResult {
  if (pollResult.kind === 'failed-poll' || pollResult.kind === 'group') return pollResult;
  const part = pollResult.kind === 'project' ? 'vms' : 'account';
  return { ...pollResult, missing: [...pollResult.missing, { part, because }] };
}

const timely = (at: Instant | null, now: Instant): Instant | null => (at !== null && at > now ? null : at);

/** Returns when signals were last known, now at the latest: what a VM ever had stays known. */
const timelySignals = (of: Head['signalsKnownAt'], now: Instant): Head['signalsKnownAt'] =>
  Object.fromEntries(
    Object.entries(of).map(([vm, times]) => {
      const known = Object.entries(times).map(([kind, at]) => [kind, earliest(at, now)]);
      return [vm, Object.fromEntries(known)];
    }),
  );

const notAfter = <State extends Head['intents'][number]['state']>(state: State, now: Instant): State =>
  'at' in state && state.at > now ? { ...state, at: now } : state;

const timesOf = ({ since, lastNotified, fired, announcement }: Head['alerts'][number]): readonly Instant[] =>
  [since, lastNotified?.at, announcement?.deliveredAt, ...fired].flatMap((at) => at ?? []);

/** Returns the times since which a VM is idle and since which its rule cannot tell, now at the latest. */
const timelySpells = ({ idleSince, unknownSince }: Head['alerts'][number], now: Instant) => ({
  ...(idleSince !== undefined && { idleSince: earliest(idleSince, now) }),
  ...(unknownSince !== undefined && { unknownSince: earliest(unknownSince, now) }),
});

function believedAlert(alert: Head['alerts'][number], now: Instant): Head['alerts'] {
  const { announcement, clearSince } = alert;
  if (timesOf(alert).some((at) => at > now)) return [];
  const isDelivered = announcement !== null && announcement.deliveredAt !== null;
  return [
    {
      ...alert,
      ...timelySpells(alert, now),
      clearSince: clearSince !== null && clearSince > now ? now : clearSince,
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
function figuresOf(head: Head, past: BelievedPast, context: Context): Figures {
  const { policy, carry } = context;
  const last = past.observations.at(-1);
  if (last === undefined || last.kind === 'group') return unknown;
  const hour = periodAt('hour', last.at, policy.timezone);
  const closed = past.hours.filter(({ period }) => period.until <= hour.from);
  const today = periodAt('day', last.at, policy.timezone).from;
  const month = periodAt('month', last.at, policy.timezone).from;
  const days = past.days.filter(({ period }) => month <= period.from && period.until <= today);
  const ofToday = closed.filter(({ period }) => period.from >= today);
  const before = past.observations.filter(({ at }) => at <= hour.from).at(-1);
  const [first = last] = past.observations.filter(({ at }) => at > hour.from);
  // The earlier hours are closed, so the previous observation is carried to the start of this hour.
  const from: Observation = before === undefined ? first : { ...before, at: hour.from };
  const meterOf = (unit: PeriodUnit, parts: readonly Rollup[]) =>
    totalOf(emptyMeter(periodAt(unit, last.at, policy.timezone), from.at), parts);
  let next: Head = {
    ...head,
    ...unknown,
    observation: from,
    meters: {
      hour: emptyMeter(hour, from.at),
      day: meterOf('day', ofToday),
      month: meterOf('month', [...days, ...ofToday]),
    },
    closedHours: closed.filter(({ period }) => between(period.until, last.at) < hoursKept),
  };
  for (const observation of past.observations.filter(({ at }) => at > from.at)) {
    const { meters, closedHours, report } = meterSpend(next, observation, null, policy, carry);
    next = { ...next, observation, meters, closedHours: [...closedHours], report };
  }
  const { observation, meters, closedHours, report } = next;
  return { observation, meters, closedHours, report };
}

/** Sums closed periods into the beginning of a longer one. Time that none of them covers counts as a gap. */
function totalOf(empty: Rollup, parts: readonly Rollup[]): Rollup {
  const [first] = parts;
  if (first === undefined) return empty;
  const charge = sumCharges(parts.map((part) => part.charge));
  const covered = parts.reduce((total, { period, since, gap }) => total + period.until - since - gap, 0);
  const gap = milliseconds(Math.max(0, between(first.since, empty.since) - covered));
  const measured = parts.flatMap(({ measuredSince }) => measuredSince ?? []);
  return {
    ...{ ...empty, since: first.since, charge, gap, shares: unattributed(charge) },
    ...(measured.length > 0 && { measuredSince: latest(first.since, ...measured) }),
  };
}
