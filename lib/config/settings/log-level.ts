import * as z from 'zod';

/** The levels of log lines, the most verbose first. */
export const logLevels = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

/** The setting of the lowest level that is written. */
export const LogLevel = z.enum(logLevels, `must be one of ${logLevels.join(', ')}`);

/** The log events that report a problem, which the saved query `Problems` shows. They are written at every level. */
export const problems = [
  'turn-failed',
  'targets-not-found',
  'targets-not-all-listed',
  'head-unreadable',
  'blind',
  'blindness-not-notified',
  'near-time-limit',
  'intent-failed',
  'not-delivered',
  'delivery-not-recorded',
  'route-failing',
  'routes-not-judged',
];
const errors: ReadonlySet<string> = new Set([...problems, 'key-lost']);

/** The events of a run without problems. */
const routine: ReadonlySet<string> = new Set([
  'watched',
  'acted',
  'pass',
  'policy-loaded',
  'route-works',
  'watching',
  'answers',
  'metrics',
  'push',
  'ending',
  'ended',
]);

/** Events that are not log messages: figures for queries, and notifications of the route `console`. */
const carried: ReadonlySet<string> = new Set(['measured', 'message']);

/** Returns the level of an event. An unclassified one is a warning, so that a new problem is not hidden. */
export function decideLogLevel(event: string): LogLevel {
  if (errors.has(event) || event.endsWith('-failed')) return 'error';
  return routine.has(event) || carried.has(event) ? 'info' : 'warn';
}

/** True if an event is written when `least` is the lowest level. */
export const isLogged = (event: string, least: LogLevel): boolean =>
  carried.has(event) || logLevels.indexOf(decideLogLevel(event)) >= logLevels.indexOf(least);
