import { type Command, Option } from 'commander';
import { readLocalTime, startOfDate } from '../model/time/period.ts';
import { type Instant, later, readInstant, type Span } from '../model/time/time.ts';
import { span } from './option-values.ts';
import { wrongOption } from './reading.ts';

export type TimeFlags = { readonly for?: Span; readonly until?: string };

/** Adds the options for the end of an override, which is after its usual time without them. */
export const withTimeOptions = (command: Command, usual: string): Command =>
  command
    .addOption(
      new Option('--for <time>', `the duration, such as 90m, 24h or 7d (default: ${usual})`).argParser(span),
    )
    .addOption(
      new Option(
        '--until <time>',
        'the end, such as 2026-11-30, "2026-11-30 18:00" or 2026-11-30T18:00:00Z',
      ).conflicts('for'),
    );

/** Returns the end of an override; a time without an offset is in the zone. @throws SettingsError for an invalid time. */
export function untilOf(
  { for: length, until }: TimeFlags,
  now: Instant,
  zone: string,
  usual: string,
): Instant {
  if (until === undefined) return later(now, length ?? span(usual));
  const read = readInstant(until) ?? readLocalTime(until, zone) ?? startOfDate(until, zone);
  if (read === undefined)
    throw wrongOption('--until', `is not a valid time: ${until}; use a form such as "2026-11-30 18:00"`);
  return read;
}
