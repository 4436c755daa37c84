import { type Instant, instant } from '../../lib/model/time/time.ts';

/** Returns the instant of RFC 3339 text; in UTC where the text has no offset. */
export function at(text: string): Instant {
  const parsed = Date.parse(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`);
  if (Number.isNaN(parsed)) throw new Error(`no moment: ${text}`);
  return instant(parsed);
}
