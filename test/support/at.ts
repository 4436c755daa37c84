import { type Instant, instant } from '../../lib/model/time/time.ts';

/** The moment that RFC 3339 text names; in UTC where the text says no offset. */
export function at(text: string): Instant {
  const parsed = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  if (Number.isNaN(parsed)) throw new Error(`no moment: ${text}`);
  return instant(parsed);
}
