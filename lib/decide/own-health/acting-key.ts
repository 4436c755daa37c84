import type { KeyTrouble } from '../../model/control.ts';
import { MessageId, RuleName, Subject } from '../../model/ids.ts';
import type { Message } from '../../model/notification.ts';
import { between, hours, type Instant, isAhead, isoInstant } from '../../model/time/time.ts';

/** How often people are notified again while the key is lost. */
const repeat = hours(24);

/** Returns the trouble with the key that acts, once that was found lost (`because`) or found to be there (`null`). */
export function keyTroubleAfter(
  known: KeyTrouble | null,
  because: string | null,
  now: Instant,
): KeyTrouble | null {
  if (because === null) {
    if (known === null || known.isResolved) return known;
    // Nobody was notified of it, so its end is not notified either.
    return known.notified.length === 0 ? null : { ...known, at: now, isResolved: true, notified: [] };
  }
  if (known === null || known.isResolved)
    return { since: now, at: now, because, isResolved: false, notified: [] };
  if (between(known.at, now) >= repeat || isAhead(known.at, now))
    return { ...known, because, at: now, notified: [] };
  return because === known.because ? known : { ...known, because };
}

/** Returns the trouble after routes delivered its message; `null` once all delivered its end. */
export function keyTroubleNotified(
  known: KeyTrouble,
  taken: readonly string[],
  routes: readonly string[],
): KeyTrouble | null {
  const notified = [...new Set([...known.notified, ...taken])];
  return known.isResolved && routes.every((route) => notified.includes(route))
    ? null
    : { ...known, notified };
}

/** Returns the message about the key that acts, made from the trouble alone, so that a repeat is the same. */
export function keyMessage({ since, at, because, isResolved }: KeyTrouble): Message {
  const incident = `key/acting#${isoInstant(since)}`;
  const state = isResolved ? 'works' : 'lost';
  const id = MessageId.parse(`${incident}#${state}#${isoInstant(at)}`);
  // People who want critical messages alone rely on the actions too.
  const severity = isResolved ? 'info' : 'critical';
  const about = { id, severity, incident, subject: Subject.parse('key/acting') } as const;
  const told = isResolved ? 'it can be read again' : because;
  const notice = { kind: 'acting-key', ...about, rule: RuleName.parse('spendwatch'), because: told } as const;
  return { id, at, severity, notifications: [{ ...notice, state, since }], delivered: [] };
}
