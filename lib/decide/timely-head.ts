import type { Fall } from '../model/facts/fall.ts';
import type { Instant } from '../model/time/time.ts';
import type { Alert } from '../state/alert.ts';
import type { EarlierNames, Head } from '../state/head.ts';
import type { Intent, PastStop } from '../state/intent.ts';
import type { Message } from '../state/notification.ts';

type Timely = (at: Instant) => Instant;

/**
 * Returns a head with `timely` applied to each time at which something happened, which brings times of a clock that
 * was ahead back to now. The times of polls and parts, and the spend that depends on them, belong to the observation
 * and stay. Planned times, and those that the cloud states, may lie ahead. The journal does not change.
 */
export const timelyHead = (head: Head, timely: Timely): Head => ({
  ...head,
  alerts: head.alerts.map((alert) => timelyAlert(alert, timely)),
  outbox: head.outbox.map((message) => timelyMessage(message, timely)),
  intents: head.intents.map((intent) => timelyIntent(intent, timely)),
  stops: head.stops.map((stop) => timelyStop(stop, timely)),
  signalsKnownAt: Object.fromEntries(
    Object.entries(head.signalsKnownAt).map(([vm, times]) => {
      const entries = Object.entries(times).map(([kind, at]) => [kind, timely(at)]);
      return [vm, Object.fromEntries(entries)];
    }),
  ),
  falls: Object.fromEntries(
    Object.entries(head.falls).map(([vm, falls]) => {
      const entries = Object.entries(falls).map(([figure, fall]) => [figure, timelyFall(fall, timely)]);
      return [vm, Object.fromEntries(entries)];
    }),
  ),
  unitsSeen: Object.fromEntries(
    Object.entries(head.unitsSeen).map(([metric, seen]) => [metric, { ...seen, at: timely(seen.at) }]),
  ),
  ...(head.keyRefused !== undefined && {
    keyRefused: { ...head.keyRefused, at: timely(head.keyRefused.at) },
  }),
  ...(head.earlier !== undefined && { earlier: timelyNames(head.earlier, timely) }),
  ...(head.movedTo !== undefined && { movedTo: { ...head.movedTo, at: timely(head.movedTo.at) } }),
});

const timelyNames = ({ from, names }: EarlierNames, timely: Timely): EarlierNames => ({
  from: timely(from),
  names: names.map((name) => ({ ...name, from: timely(name.from), until: timely(name.until) })),
});

const timelyMessage = ({ unacknowledged, ...message }: Message, timely: Timely): Message => ({
  ...message,
  at: timely(message.at),
  ...(unacknowledged && {
    unacknowledged: Object.fromEntries(
      Object.entries(unacknowledged).map(([route, last]) => [route, { ...last, at: timely(last.at) }]),
    ),
  }),
});

const timelyFall = ({ from, until }: Fall, timely: Timely): Fall => ({
  from: timely(from),
  ...(until !== undefined && { until: timely(until) }),
});

function timelyAlert(alert: Alert, timely: Timely): Alert {
  const { lastNotified, announcement, idleSince, unknownSince, restarts } = alert;
  return {
    ...alert,
    since: timely(alert.since),
    lastNotified: lastNotified && { ...lastNotified, at: timely(lastNotified.at) },
    ...(idleSince !== undefined && { idleSince: timely(idleSince) }),
    ...(restarts !== undefined && { restarts: { ...restarts, at: timely(restarts.at) } }),
    ...(unknownSince !== undefined && { unknownSince: timely(unknownSince) }),
    clearSince: orNull(alert.clearSince, timely),
    fired: alert.fired.map(timely),
    announcement: announcement && {
      ...announcement,
      deliveredAt: orNull(announcement.deliveredAt, timely),
    },
  };
}

const timelyIntent = (intent: Intent, timely: Timely): Intent => ({
  ...intent,
  decidedAt: timely(intent.decidedAt),
  state: intent.state.kind === 'waiting' ? intent.state : { ...intent.state, at: timely(intent.state.at) },
});

const timelyStop = (stop: PastStop, timely: Timely): PastStop => ({
  ...stop,
  stoppedAt: timely(stop.stoppedAt),
  lastSeenAtRest: orNull(stop.lastSeenAtRest, timely),
  atRestSince: orNull(stop.atRestSince, timely),
  startedAgainAt: orNull(stop.startedAgainAt, timely),
  made: stop.made.map(timely),
  wrong: stop.wrong.map(timely),
});

const orNull = (at: Instant | null, timely: Timely): Instant | null => (at === null ? null : timely(at));
