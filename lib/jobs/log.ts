import { decideLogLevel, isLogged, type LogLevel } from '../config/settings/log-level.ts';
import { isoInstant } from '../model/time/time.ts';
import type { Clock, Log } from './ports.ts';

/** Writes each event as one line of JSON, which CloudWatch and most other log services parse by themselves, with the level as Lambda writes it. */
export function jsonLog(clock: Pick<Clock, 'now'>, write: (line: string) => void): Log {
  return (event, details = {}) => {
    write(
      `${JSON.stringify({ ...details, level: decideLogLevel(event).toUpperCase(), at: isoInstant(clock.now()), event })}\n`,
    );
  };
}

/** Returns a log that leaves out what is below a level. */
export const createFilteredLog =
  (least: LogLevel, log: Log): Log =>
  (event, details) => {
    if (isLogged(event, least)) log(event, details);
  };

/** Returns an error of any kind as one line for the log. */
export const errorText = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : String(error);

/** Returns what the work returns. If it fails, that is only logged, as an event with these details, and gives `null`. */
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
