import type { Instant } from '../../../../lib/model/time/time.ts';
import type { Window } from '../../../../lib/model/time/window.ts';
import { clockAt, dayLong, instantsOf, midnightOf, weekdayOf } from '../money/calendar-days.ts';

/** The position of an instant among a schedule's windows. */
export type TrueHours = {
  readonly isInside: boolean;
  /** The end of the last window, and the beginning of the next. */
  readonly endedAt: Instant | null;
  readonly beginsAt: Instant | null;
};

const known = new Map<string, TrueHours>();

/** Returns the position by local clocks; a window whose edge occurs twice or never counts as the longer one. */
export function trueHours(windows: readonly Window[], at: Instant, zone: string): TrueHours {
  const key = `${zone} ${at} ${JSON.stringify(windows)}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  if (known.size > 20_000) known.clear();
  const hours = read(windows, at, zone);
  known.set(key, hours);
  return hours;
}

function read(windows: readonly Window[], at: Instant, zone: string): TrueHours {
  const today = midnightOf(clockAt(at, zone));
  const open: { from: number; until: number }[] = [];
  for (let offset = -9; offset <= 9; offset += 1) {
    const midnight = today + offset * dayLong;
    for (const { days, from, until } of windows) {
      if (!days.includes(weekdayOf(midnight))) continue;
      const end = until > from ? until : until + 1_440;
      open.push({
        from: instantsOf(midnight + from * 60_000, zone)[0],
        until: instantsOf(midnight + end * 60_000, zone)[1],
      });
    }
  }
  const isOpen = (moment: number) => open.some(({ from, until }) => from <= moment && moment < until);
  const ends = open.flatMap(({ until }) => (until <= at && !isOpen(until) ? [until] : []));
  const starts = open.flatMap(({ from }) => (from > at && !isOpen(from - 1) ? [from] : []));
  return {
    isInside: isOpen(at),
    endedAt: ends.length === 0 ? null : (Math.max(...ends) as Instant),
    beginsAt: starts.length === 0 ? null : (Math.min(...starts) as Instant),
  };
}
