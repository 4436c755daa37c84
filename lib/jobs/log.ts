import { decideLogLevel, isLogged, type LogLevel } from '../config/settings/log-level.ts';
import { isoInstant } from '../model/time/time.ts';
import type { Clock, Log } from './ports.ts';

/** Returns a log that writes each event as one line of JSON, with the level in the form of Lambda. */
export function jsonLog(clock: Pick<Clock, 'now'>, write: (line: string) => void): Log {
  return (event, details = {}) => {
    write(
      `${JSON.stringify({ ...details, level: decideLogLevel(event).toUpperCase(), at: isoInstant(clock.now()), event })}\n`,
    );
  };
}

/** Returns a log that leaves out events below a level. */
export const createFilteredLog =
  (least: LogLevel, log: Log): Log =>
  (event, details) => {
    if (isLogged(event, least)) log(event, details);
  };

export const errorText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Returns the result of the work; if it fails, logs the event with these details and returns `null`. */
export async function orLogged<T>(
  log: Log,
  event: string,
  details: Parameters<Log>[1],
  work: () => Promise<T>,
): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    log(event, { ...details, because: errorText(error) });
    return null;
  }
}
