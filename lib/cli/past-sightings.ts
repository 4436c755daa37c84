import type { LedgerReader } from '../local/open-ledger.ts';
import type { Head } from '../model/head.ts';
import type { Sighting } from '../model/observation.ts';
import { earlier, type Span } from '../model/time.ts';

/** How many projects' histories are held at once; a thousand projects' would fill the memory. */
const atOnce = 8;

/** What a view makes of each project and of its sightings of the time before the head's. */
export async function overProjects<View>(
  { ledger, heads }: { readonly ledger: Pick<LedgerReader, 'sightings'>; readonly heads: readonly Head[] },
  reach: Span,
  view: (head: Head, past: readonly Sighting[]) => readonly View[],
): Promise<View[]> {
  const views: View[] = [];
  const projects = heads.filter(({ sighting }) => sighting?.kind === 'project');
  for (let start = 0; start < projects.length; start += atOnce) {
    const several = await Promise.all(
      projects.slice(start, start + atOnce).map(async (head) => {
        const { target, sighting } = head;
        if (sighting === null) return [];
        return view(head, await ledger.sightings(target, earlier(sighting.at, reach), sighting.at));
      }),
    );
    views.push(...several.flat());
  }
  return views;
}
