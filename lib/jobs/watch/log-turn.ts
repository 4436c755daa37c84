import { type UnreadableFact, unreadableIn } from '../../model/facts/observation.ts';
import type { Unsupported } from '../../model/facts/unsupported.ts';
import type { TargetId } from '../../model/ids.ts';
import type { Head } from '../../state/head.ts';
import type { Log } from '../ports.ts';

type Ports = { readonly log: Log };

/** Logs what a turn could not read: what is unsupported, unreadable, or not told of the time before monitoring. */
export function logTurn(ports: Ports, before: Head, after: Head, lacking: readonly Unsupported[]): void {
  logUnsupported(ports, after.target, lacking);
  logUnreadable(ports, before, after);
  logPastSpend(ports, before, after);
}

/** Logs each fact that cannot be read, once, when that begins. */
function logUnreadable({ log }: Ports, { observation: before }: Head, { target, observation }: Head): void {
  const nameOf = ({ of, part, field }: UnreadableFact) => `${of ?? part} ${field}`;
  const known = new Set(before === null ? [] : unreadableIn(before).map(nameOf));
  for (const fact of observation === null ? [] : unreadableIn(observation)) {
    const { of, part, field, because } = fact;
    if (!known.has(nameOf(fact))) log('fact-unreadable', { target, part, of, field, because });
  }
}

/**
 * Logs once that the spend from before monitoring began cannot be read. If the platform does not support that, it is a
 * blind spot of each target, and is not logged as a fault.
 */
function logPastSpend({ log }: Ports, before: Head, { target, pastSpend }: Head): void {
  const lacking = pastSpend?.lacking ?? null;
  if (lacking === null || lacking.isUnsupported) return;
  const { because } = lacking;
  if (because !== before.pastSpend?.lacking?.because) log('past-spend-not-read', { target, because });
}

function logUnsupported({ log }: Ports, target: TargetId, lacking: readonly Unsupported[]): void {
  for (const { part, instead, because } of lacking)
    log('unsupported-part', { target, part, instead, because });
}
