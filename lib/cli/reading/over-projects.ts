import pMap from 'p-map';
import { type FleetUse, useByLimit } from '../../model/facts/fleet-use.ts';
import { longestWait, type Sampling } from '../../model/facts/usage.ts';
import type { Head } from '../../model/head.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { earlier, later, milliseconds, type Span } from '../../model/time/time.ts';
import type { LedgerReader } from '../../service/ledger/open-ledger.ts';

/** The number of projects whose history is in memory at once, to limit memory use. */
const atOnce = 8;

type Asked = {
  readonly ledger: Pick<LedgerReader, 'samplings' | 'use'>;
  readonly heads: readonly Head[];
  readonly policy: Pick<Policy, 'inUse'>;
  /** True if the view includes rules that learn from weeks of use. */
  readonly learns?: boolean;
};

/** Applies a view to each project and its usage samples up to the last observation. */
export async function overProjects<View>(
  { ledger, heads, policy, learns = false }: Asked,
  reach: Span,
  view: (head: Head, samplings: readonly Sampling[], use: FleetUse | undefined) => readonly View[],
): Promise<View[]> {
  const viewsOf = async (head: Head): Promise<readonly View[]> => {
    const { target, observation } = head;
    if (observation?.kind !== 'project') return [];
    const { at } = observation;
    const [samplings, use] = await Promise.all([
      // A VM is judged when its samples arrived, which may be some time ago.
      ledger.samplings(target, earlier(at, milliseconds(reach + longestWait)), later(at, milliseconds(1))),
      learns ? ledger.use(target) : null,
    ]);
    return view(head, samplings, useByLimit(use, policy.inUse) ?? undefined);
  };
  return (await pMap(heads, viewsOf, { concurrency: atOnce })).flat();
}
