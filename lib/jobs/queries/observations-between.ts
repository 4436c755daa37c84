import type { Observation } from '../../model/facts/observation.ts';
import { type Head, observationsIn } from '../../model/head.ts';
import type { Instant } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';

/** Returns the observations of a target in `[from, until)`, oldest first, from history and from its head. */
export async function observationsBetween(
  ledger: Pick<Ledger, 'observations'>,
  head: Head,
  from: Instant,
  until: Instant,
): Promise<readonly Observation[]> {
  const held = observationsIn(head).filter(({ at }) => from <= at && at < until);
  if (head.observation?.kind === 'group') return held;
  const written = await ledger.observations(head.target, from, until);
  // A turn after the head was read may have written what the head holds.
  const since = held[0]?.at;
  return since === undefined ? written : [...written.filter(({ at }) => at < since), ...held];
}
