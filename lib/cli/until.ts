import { type Command, Option } from 'commander';
import { wrongSetting } from '../config/settings/settings-error.ts';
import { readLocalTime, startOfDate } from '../model/time/period.ts';
import { hours, type Instant, later, readInstant, type Span } from '../model/time/time.ts';
import { span } from './option-values.ts';

export type TimeFlags = { readonly for?: Span; readonly until?: string };

/** Default duration of an override. */
const usual = hours(24);
export const defaultTime = '24h';

export const withTimeOptions = (command: Command): Command =>
  command
    .addOption(
      new Option('--for <time>', `the duration, such as 90m, 24h or 7d (default: ${defaultTime})`).argParser(
        span,
      ),
    )
    .addOption(
      new Option(
        '--until <time>',
        'the end, such as 2026-11-30, "2026-11-30 18:00" or 2026-11-30T18:00:00Z',
      ).conflicts('for'),
    );

/** Returns the end of an override; a time without an offset is in the zone. @throws SettingsError for an invalid time. */
export function untilOf({ for: span, until }: TimeFlags, now: Instant, zone: string): Instant {
  if (until === undefined) return later(now, span ?? usual);
  const read = readInstant(until) ?? readLocalTime(until, zone) ?? startOfDate(until, zone);
  if (read === undefined)
    throw wrongSetting('--until', `is not a valid time: ${until}; use a form such as "2026-11-30 18:00"`);
  return read;
}
