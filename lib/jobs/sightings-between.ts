import type { Head } from '../model/head.ts';
import type { Sighting } from '../model/observation.ts';
import type { Instant } from '../model/time.ts';
import type { Ledger } from '../record/ledger.ts';

/**
 * What was seen of a target in `[from, until)`, oldest first: what is in history, and what its head alone holds yet.
 * Groups have no history; they are made anew from their members.
 */
export async function sightingsBetween(
  ledger: Pick<Ledger, 'sightings'>,
  { target, sighting, unwritten }: Head,
  from: Instant,
  until: Instant,
): Promise<readonly Sighting[]> {
  if (sighting === null || sighting.kind === 'group') return [];
  const held = [...unwritten.sightings, sighting].filter(({ at }) => from <= at && at < until);
  const written = await ledger.sightings(target, from, until);
  // A turn since the head was read may have written what it holds.
  const since = held[0]?.at;
  return since === undefined ? written : [...written.filter(({ at }) => at < since), ...held];
}
