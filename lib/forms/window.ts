import type { Window } from '../model/time/window.ts';
import type { Form } from './form.ts';

const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
const day = `(${names.join('|')})`;
const clock = String.raw`(\d\d):(\d\d)`;
const form = new RegExp(`^(?:${day}(?:-${day})?|daily) ${clock}-${clock}$`);

/** Reads "Mon-Fri 08:00-19:00", "Sat 10:00-24:00", "daily 22:00-06:00". A window that ends no later than it begins ends on the next day. */
export function readWindow(text: string): Window | undefined {
  const [, first, last = first, ...digits] = form.exec(text) ?? [];
  const [hour = 99, minute = 99, endHour = 99, endMinute = 99] = digits.map(Number);
  const from = hour * 60 + minute;
  const until = endHour * 60 + endMinute;
  const isOnTheClock = minute < 60 && endMinute < 60 && from < minutesADay && until <= minutesADay;
  if (!isOnTheClock || from === until) return undefined;
  return { days: listDayRange(first, last), from, until };
}

export const windowForm: Form<Window> = { pattern: form, read: readWindow };

/** A window whose days may be left out, in which case it applies every day. */
export const quietForm: Form<Window> = {
  pattern: new RegExp(`${form.source}|^${clock}-${clock}$`),
  read: (text) => readWindow(text) ?? readWindow(`daily ${text}`),
};

const minutesADay = 1_440;

/** Returns the days of a range, which may wrap around the week as in "Sat-Mon". */
function listDayRange(first: string | undefined, last: string | undefined): number[] {
  if (first === undefined || last === undefined) return names.map((_, index) => index + 1);
  const start = names.indexOf(first);
  const count = ((names.indexOf(last) - start + 7) % 7) + 1;
  return Array.from({ length: count }, (_, index) => ((start + index) % 7) + 1);
}

/** True if some minute of the week is outside all windows. */
export function hasUncoveredMinute(windows: readonly Window[]): boolean {
  const isTaken = new Uint8Array(7 * minutesADay);
  for (const { days, from, until } of windows) {
    const length = until <= from ? until + minutesADay - from : until - from;
    for (const day of days)
      for (let minute = 0; minute < length; minute += 1)
        isTaken[((day - 1) * minutesADay + from + minute) % isTaken.length] = 1;
  }
  return isTaken.includes(0);
}
