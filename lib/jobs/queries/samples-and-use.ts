import { longestWait, type UsageSamples } from '../../model/facts/usage.ts';
import { usageByVm } from '../../model/facts/usage-points.ts';
import type { UseMeaning } from '../../model/facts/use-history.ts';
import { earlier, earliest, type Instant, later, milliseconds, type Span } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import { computeSampleStart, type FleetUse, followUse, useByMeaning } from '../../state/fleet-use.ts';
import type { Head } from '../../state/head.ts';

/** The samples up to `at` that a view of a project needs; `learnsBy` is the meaning of use of rules that learn, if any do. */
type Asked = { readonly at: Instant; readonly reach: Span; readonly learnsBy: UseMeaning | null };

/**
 * Reads the usage samples of a project up to an observation, and the use of its VMs. If no use is stored that fits the
 * policy, it is computed from all samples, as the next poll will compute it.
 */
export async function samplesAndUse(
  ledger: Pick<Ledger, 'samplings' | 'use'>,
  { target, observation }: Pick<Head, 'target' | 'observation'>,
  { at, reach, learnsBy }: Asked,
): Promise<{ readonly samplings: readonly UsageSamples[]; readonly use: FleetUse | undefined }> {
  const storedUse = learnsBy === null ? null : useByMeaning(await ledger.use(target), learnsBy);
  const resources = observation?.kind === 'project' ? observation.resources : [];
  // A VM is judged when its samples arrived, which may be some time ago.
  const inReach = earlier(at, milliseconds(reach + longestWait));
  const isStored = learnsBy === null || storedUse !== null;
  const from = isStored ? inReach : earliest(inReach, computeSampleStart(null, at));
  const samplings = await ledger.samplings(target, from, later(at, milliseconds(1)));
  const use = isStored
    ? storedUse
    : followUse(null, { usages: usageByVm(samplings), meaning: learnsBy, resources }, at);
  return { samplings, use: use ?? undefined };
}
