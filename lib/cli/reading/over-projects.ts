import pMap from 'p-map';
import { samplesAndUse } from '../../jobs/queries/samples-and-use.ts';
import type { UsageSamples } from '../../model/facts/usage.ts';
import type { Span } from '../../model/time/time.ts';
import { computeUseMeaning } from '../../rules/idle/terms.ts';
import type { LedgerReader } from '../../service/ledger/open-ledger.ts';
import type { FleetUse } from '../../state/fleet-use.ts';
import type { Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';

/** The number of projects whose history is in memory at once, to limit memory use. */
const atOnce = 8;

type Asked = {
  readonly ledger: Pick<LedgerReader, 'samplings' | 'use'>;
  readonly heads: readonly Head[];
  readonly policy: Pick<Policy, 'rules'>;
  /** True if the view includes rules that learn from weeks of use. */
  readonly learns?: boolean;
};

/** Applies a view to each project and its usage samples up to the last observation. */
export async function overProjects<View>(
  { ledger, heads, policy, learns = false }: Asked,
  reach: Span,
  view: (head: Head, samplings: readonly UsageSamples[], use: FleetUse | undefined) => readonly View[],
): Promise<View[]> {
  const viewsOf = async (head: Head): Promise<readonly View[]> => {
    const { observation } = head;
    if (observation?.kind !== 'project') return [];
    const learnsBy = learns ? computeUseMeaning(policy.rules) : null;
    const { samplings, use } = await samplesAndUse(ledger, head, { at: observation.at, reach, learnsBy });
    return view(head, samplings, use);
  };
  return (await pMap(heads, viewsOf, { concurrency: atOnce })).flat();
}
