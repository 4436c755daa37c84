import type { Window } from '../model/time/window.ts';

export const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Returns "Mon-Fri 08:00-19:00". */
export function windowInWords({ days, from, until }: Window): string {
  const [first, last] = [days.at(0) ?? 1, days.at(-1) ?? 1].map((day) => dayNames[day - 1] ?? '');
  const on = days.length === 7 ? 'daily' : first === last ? first : `${first}-${last}`;
  return `${on} ${clock(from)}-${clock(until)}`;
}

const clock = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
