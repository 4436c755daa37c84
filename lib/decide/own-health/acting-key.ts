import type { KeyTrouble } from '../../model/control.ts';
import { MessageId, RuleName, Subject } from '../../model/ids.ts';
import type { Message } from '../../model/notification.ts';
import { isAhead } from '../../model/time/ahead.ts';
import { between, hours, type Instant, isoInstant } from '../../model/time/time.ts';

/** While the key is lost, that is told again so often. */
const repeat = hours(24);

/** The trouble with the key that acts, after it was found lost (`because`) or found to be there (`null`). */
export function keyTroubleAfter(
  known: KeyTrouble | null,
  because: string | null,
  now: Instant,
): KeyTrouble | null {
  if (because === null) {
    if (known === null || known.isOver) return known;
    // Nobody was told of it: there is nothing to take back.
    return known.told.length === 0 ? null : { ...known, at: now, isOver: true, told: [] };
  }
  if (known === null || known.isOver) return { since: now, at: now, because, isOver: false, told: [] };
  if (between(known.at, now) >= repeat || isAhead(known.at, now))
    return { ...known, because, at: now, told: [] };
  return because === known.because ? known : { ...known, because };
}

/** The trouble after routes have taken word of it; `null` once its end has been told to all. */
export function keyTroubleTold(
  known: KeyTrouble,
  taken: readonly string[],
  routes: readonly string[],
): KeyTrouble | null {
  const told = [...new Set([...known.told, ...taken])];
  return known.isOver && routes.every((route) => told.includes(route)) ? null : { ...known, told };
}

/** A message about the key that acts, made of the trouble alone, so that a repeat is the same. */
export function keyMessage({ since, at, because, isOver }: KeyTrouble): Message {
  const incident = `key/acting#${isoInstant(since)}`;
  const state = isOver ? 'works' : 'lost';
  const id = MessageId.parse(`${incident}#${state}#${isoInstant(at)}`);
  // Whoever is told of nothing but what is critical relies on the actions too.
  const severity = isOver ? 'info' : 'critical';
  const about = { id, severity, incident, subject: Subject.parse('key/acting') } as const;
  const told = isOver ? 'it can be read again' : because;
  const notice = { kind: 'acting-key', ...about, rule: RuleName.parse('spendwatch'), because: told } as const;
  return { id, at, severity, notifications: [{ ...notice, state, since }], delivered: [] };
}
