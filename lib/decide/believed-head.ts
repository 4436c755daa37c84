import { emptyMeter } from '../meter/accrue.ts';
import { reckon } from '../meter/meter-spend.ts';
import type { Observation, Sighting } from '../model/facts/observation.ts';
import type { Head } from '../model/head.ts';
import type { Rollup } from '../model/money/meter.ts';
import { addCharges, noCharge } from '../model/money/money.ts';
import { unattributed } from '../model/money/share.ts';
import type { Policy } from '../model/rules/policy.ts';
import { isAhead } from '../model/time/ahead.ts';
import { type PeriodUnit, periodAt } from '../model/time/period.ts';
import { between, hours, type Instant, milliseconds, type Span } from '../model/time/time.ts';

/** What history holds of a target up to now, oldest first. */
export type BelievedPast = {
  readonly sightings: readonly Sighting[];
  readonly hours: readonly Rollup[];
  readonly days: readonly Rollup[];
};

type Scene = {
  readonly policy: Pick<Policy, 'timezone' | 'rules' | 'attribute'>;
  readonly carry: Span;
  readonly now: Instant;
};

/** Whether a head was committed at a time that has not come yet. */
export const isFromFuture = ({ sighting, lookedAt }: Head, now: Instant): boolean =>
  [sighting?.at, lookedAt].some((at) => at != null && isAhead(at, now));

/**
 * A head that was committed by a clock that was ahead, as far as it can be believed: seen last when history saw its
 * target last before now, with the money up to then, and everything to be asked for anew. Alerts that were raised or
 * told in that future are forgotten, and what was announced before it has its whole grace ahead.
 */
export function believedHead(head: Head, past: BelievedPast, scene: Scene): Head {
  const { now } = scene;
  const isSighting = head.sighting !== null && isAhead(head.sighting.at, now);
  const figures = isSighting ? figuresOf(head, past, scene) : {};
  const { looks, meters, journal } = head.unwritten;
  const next: Head = {
    ...head,
    askedAt: {},
    seenAt: {},
    failingSince: {},
    beganAt: timely(head.beganAt, now),
    lookedAt: null,
    reportedUntil: timely(head.reportedUntil, now),
    usageUntil: timely(head.usageUntil, now),
    lacking: [],
    days: null,
    alerts: head.alerts.flatMap((alert) => believedAlert(alert, now)),
    outbox: head.outbox.filter(({ at }) => at <= now),
    intents: head.intents
      .filter(({ state }) => state.kind !== 'waiting')
      .map((intent) => ({ ...intent, state: notAfter(intent.state, now) })),
    stops: head.stops.map((stop) => ({
      ...stop,
      stoppedAt: timely(stop.stoppedAt, now) ?? now,
      startedAgainAt: stop.startedAgainAt && (timely(stop.startedAgainAt, now) ?? now),
      retryAfter: null,
    })),
    unwritten: {
      looks: looks.filter(({ at }) => at <= now),
      meters: meters.filter(({ period }) => period.until <= now),
      journal,
    },
    ...figures,
  };
  return { ...next, lookedAt: next.sighting?.at ?? null };
}

/** An observation on which nothing destructive is done: the first one after a record that is not believed. */
export function withDoubt(observation: Observation, because: string): Observation {
  if (observation.kind === 'unseen' || observation.kind === 'group') return observation;
  const part = observation.kind === 'project' ? 'vms' : 'account';
  return { ...observation, missing: [...observation.missing, { part, because }] };
}

const timely = (at: Instant | null, now: Instant): Instant | null => (at !== null && at > now ? null : at);

const notAfter = <State extends Head['intents'][number]['state']>(state: State, now: Instant): State =>
  'at' in state && state.at > now ? { ...state, at: now } : state;

function believedAlert(alert: Head['alerts'][number], now: Instant): Head['alerts'] {
  const { since, said, fired, announcement, clearSince } = alert;
  const told = [since, said?.at, announcement?.deliveredAt, ...fired];
  if (told.some((at) => at != null && at > now)) return [];
  const isDelivered = announcement !== null && announcement.deliveredAt !== null;
  return [
    {
      ...alert,
      clearSince: clearSince !== null && clearSince > now ? now : clearSince,
      // What was reckoned in that future waits no longer; a whole grace is ahead of it anyway.
      retryAfter: null,
      announcement: isDelivered ? { ...announcement, deliveredAt: now } : announcement,
    },
  ];
}

type Figures = Pick<Head, 'sighting' | 'meters' | 'closedHours' | 'report'>;
const unknown: Figures = { sighting: null, meters: null, closedHours: [], report: null };

/** Closed hours are kept this long, as `reckon` keeps them. */
const hoursKept = hours(24);

/** Money as history has it: the hours that closed before the last look, and that look's own hour made anew from its looks. */
function figuresOf(head: Head, past: BelievedPast, scene: Scene): Figures {
  const { policy, carry } = scene;
  const last = past.sightings.at(-1);
  if (last === undefined || last.kind === 'group') return unknown;
  const hour = periodAt('hour', last.at, policy.timezone);
  const closed = past.hours.filter(({ period }) => period.until <= hour.from);
  const today = periodAt('day', last.at, policy.timezone).from;
  const month = periodAt('month', last.at, policy.timezone).from;
  const days = past.days.filter(({ period }) => month <= period.from && period.until <= today);
  const ofToday = closed.filter(({ period }) => period.from >= today);
  const before = past.sightings.filter(({ at }) => at <= hour.from).at(-1);
  const [first = last] = past.sightings.filter(({ at }) => at > hour.from);
  // The hours before it are closed, so that what was held then goes on from the hour's beginning.
  const from: Sighting = before === undefined ? first : { ...before, at: hour.from };
  const meterOf = (unit: PeriodUnit, parts: readonly Rollup[]) =>
    totalOf(emptyMeter(periodAt(unit, last.at, policy.timezone), from.at), parts);
  let next: Head = {
    ...head,
    ...unknown,
    sighting: from,
    meters: {
      hour: emptyMeter(hour, from.at),
      day: meterOf('day', ofToday),
      month: meterOf('month', [...days, ...ofToday]),
    },
    closedHours: closed.filter(({ period }) => between(period.until, last.at) < hoursKept),
  };
  for (const sighting of past.sightings.filter(({ at }) => at > from.at)) {
    const { meters, closedHours, report } = reckon(next, sighting, null, policy, carry);
    next = { ...next, sighting, meters, closedHours: [...closedHours], report };
  }
  const { sighting, meters, closedHours, report } = next;
  return { sighting, meters, closedHours, report };
}

/** Periods that closed, as the beginning of a longer one. Time that none of them covers has no known price. */
function totalOf(empty: Rollup, parts: readonly Rollup[]): Rollup {
  const [first] = parts;
  if (first === undefined) return empty;
  const charge = parts.reduce((total, part) => addCharges(total, part.charge), noCharge);
  const covered = parts.reduce((total, { period, since, gap }) => total + period.until - since - gap, 0);
  const gap = milliseconds(Math.max(0, between(first.since, empty.since) - covered));
  return { ...empty, since: first.since, charge, gap, shares: unattributed(charge) };
}
