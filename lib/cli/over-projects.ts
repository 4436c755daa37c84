import type { Sampling } from '../model/facts/usage.ts';
import type { Head } from '../model/head.ts';
import { earlier, later, milliseconds, type Span } from '../model/time/time.ts';
import type { LedgerReader } from '../service/ledger/open-ledger.ts';

/** How many projects' histories are held at once; a thousand projects' would fill the memory. */
const atOnce = 8;

/** What a view makes of each project and of what monitors told in a time up to its last observation. */
export async function overProjects<View>(
  { ledger, heads }: { readonly ledger: Pick<LedgerReader, 'samplings'>; readonly heads: readonly Head[] },
  reach: Span,
  view: (head: Head, samplings: readonly Sampling[]) => readonly View[],
): Promise<View[]> {
  const views: View[] = [];
  const projects = heads.filter(({ observation }) => observation?.kind === 'project');
  for (let start = 0; start < projects.length; start += atOnce) {
    const several = await Promise.all(
      projects.slice(start, start + atOnce).map(async (head) => {
        const { target, observation } = head;
        if (observation === null) return [];
        const { at } = observation;
        return view(head, await ledger.samplings(target, earlier(at, reach), later(at, milliseconds(1))));
      }),
    );
    views.push(...several.flat());
  }
  return views;
}
