import { Part, type PollResult } from '../../../model/facts/observation.ts';
import type { Unsupported } from '../../../model/facts/unsupported.ts';
import type { Head } from '../../../model/head.ts';
import type { ProjectId, VmId } from '../../../model/ids.ts';
import { later, milliseconds, type Span } from '../../../model/time/time.ts';
import type { Answer } from '../../answer.ts';
import { askList } from '../../answer.ts';
import { askedBy } from '../../asked-by.ts';
import type { Cloud, ItemOf } from '../../operation.ts';
import type { Polled } from '../../provider.ts';
import { listClusters } from '../contract/clusters.ts';
import { listDisks } from '../contract/disks.ts';
import { listImages } from '../contract/images.ts';
import { listNetworks } from '../contract/networks.ts';
import { listBuckets } from '../contract/object-storage.ts';
import { listVmDataCenters } from '../contract/vm-data-centers.ts';
import { listVms, monitorVm } from '../contract/vms.ts';
import { listVolumes } from '../contract/volumes.ts';
import type { Lists } from '../facts/inventory.ts';
import { observeProject } from '../facts/project.ts';
import type { Poll } from './account-spend.ts';
import { machinesOf, spendOf } from './fallbacks.ts';

/** Reads all due parts of a project, with fallbacks for unsupported ones. */
export async function pollProject(cloud: Cloud, order: Poll, project: ProjectId): Promise<Polled> {
  const { plan, at, account, unreadable } = order;
  const input = { projectId: project };
  const vms = askList(cloud, listVms, input);
  /** For a deleted project everything is absent, which does not mean that the platform lacks support. */
  const isThere = async () => (await vms).kind === 'answered';
  const due = async <T>(part: Part, ask: () => Promise<Answer<T>>) => (plan.parts.has(part) ? ask() : null);
  const [machines, clusters, volumes, disks, buckets, prices, images, networks, spend, usage] =
    await Promise.all([
      machinesOf(cloud, order, project, isThere),
      due('clusters', () => askList(cloud, listClusters, input)),
      due('volumes', () => askList(cloud, listVolumes, input)),
      due('disks', () => askList(cloud, listDisks, input)),
      due('buckets', () => askList(cloud, listBuckets, input)),
      due('prices', () => askList(cloud, listVmDataCenters, {})),
      due('images', () => askList(cloud, listImages, input)),
      due('networks', () => askList(cloud, listNetworks, input)),
      spendOf(cloud, order, project, isThere),
      askUsage(cloud, project, plan.usage),
    ]);
  const lists: Lists = {
    vms: await vms,
    machines: machines.answer,
    clusters,
    volumes,
    disks,
    buckets,
    images,
    networks,
  };
  const until = later(at, order.unsupportedLife);
  const lacking: Unsupported[] = [...machines.lacking, ...spend.lacking];
  if (await isThere()) {
    const parts = { clusters, volumes, disks, buckets, prices, images, networks };
    for (const [name, answer] of Object.entries(parts)) {
      const part = Part.parse(name);
      if (answer?.kind === 'absent') lacking.push({ part, instead: null, because: answer.because, until });
    }
  }
  const asked = [...plan.parts, ...plan.fallbacks.keys()].filter(
    (part) => part !== 'usage' || plan.usage.length > 0,
  );
  function observe({ observation, usageUntil }: Head): PollResult {
    const poll = { at, account, unreadable, lists, spend: spend.answer, prices, usage, usageUntil };
    return observeProject(poll, observation?.kind === 'project' ? observation : null);
  }
  return { at, asked, lacking, observe };
}

/** Returns the time limit for the usage samples of a target: a base and a part for each VM. */
const usagePatience = (vms: number): Span => milliseconds(15_000 + vms * 100);

/** Reads usage samples concurrently, with a time limit of their own, so that stalled monitors do not delay the rest. */
async function askUsage(
  shared: Cloud,
  projectId: ProjectId,
  vms: readonly VmId[],
): Promise<ReadonlyMap<VmId, Answer<readonly ItemOf<typeof monitorVm>[]>>> {
  const cloud = askedBy(shared, { asker: { patience: usagePatience(vms.length) } });
  const answers = await Promise.all(
    vms.map(async (id) => [id, await askList(cloud, monitorVm, { projectId, id })] as const),
  );
  return new Map(answers);
}
