import { assertNever } from '../../../model/assert-never.ts';
import type { Resource } from '../../../model/facts/resource.ts';
import { MachineId, type ProjectId, type ResourceId, VmId } from '../../../model/ids.ts';
import type { Instant } from '../../../model/time/time.ts';
import type { ReadById } from '../../absence.ts';
import { CloudError } from '../../http/errors.ts';
import type { CloudClient } from '../../http/operation.ts';
import { getCluster, getMachine } from '../contract/machines.ts';
import { getBucket, getDisk, getImage, getNetwork, getVolume } from '../contract/storage.ts';
import { getVm } from '../contract/vms.ts';
import { clusterResources, machineResource, vmResource } from '../facts/resources.ts';
import {
  bucketResource,
  diskResource,
  imageResource,
  isOfItsOwn,
  networkResource,
  volumeResource,
} from '../facts/storage-resources.ts';
import type { WireCluster } from '../wire/machine.ts';

type ClusterOf = (id: ResourceId) => Promise<WireCluster>;

/** Returns how resources of one poll are read by their ids; the record of a cluster is read once for all its machines. */
export function readerById(
  cloud: CloudClient,
  project: ProjectId,
  at: Instant,
): (known: Resource) => Promise<ReadById> {
  const clusters = new Map<ResourceId, Promise<WireCluster>>();
  const clusterOf = (id: ResourceId): Promise<WireCluster> => {
    const asked = clusters.get(id) ?? cloud.call(getCluster, { projectId: project, id });
    clusters.set(id, asked);
    return asked;
  };
  return (known) => readById(cloud, project, known, at, clusterOf);
}

/**
 * Reads a resource by its id. Each of these requests stands in the same document as the list of its kind, which has just
 * been answered, so that "not found" is about the resource.
 */
async function readById(
  cloud: CloudClient,
  project: ProjectId,
  known: Resource,
  at: Instant,
  clusterOf: ClusterOf,
): Promise<ReadById> {
  try {
    const resource = await read(cloud, project, known, at, clusterOf);
    return resource === null ? { kind: 'gone' } : { kind: 'exists', resource };
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    if (error.kind === 'not-found') return { kind: 'gone' };
    return error.kind === 'unsupported'
      ? { kind: 'unsupported' }
      : { kind: 'unknown', because: error.message };
  }
}

const withoutPlace = { operation: getBucket.id, message: 'its data center is unknown', neverSent: true };

/** Reads a resource; `null` where what was read shows that it is no resource of its own any more. */
async function read(
  cloud: CloudClient,
  projectId: ProjectId,
  { kind, id, ...known }: Resource,
  at: Instant,
  clusterOf: ClusterOf,
): Promise<Resource | null> {
  const where = { projectId, id };
  switch (kind) {
    case 'vm':
      return vmResource((await cloud.call(getVm, { projectId, id: VmId.parse(id) })).VM, at);
    case 'machine':
      return machineResource(await cloud.call(getMachine, { projectId, id: MachineId.parse(id) }), at);
    case 'cluster':
    case 'cluster-machine': {
      const cluster = await clusterOf(known.cluster ?? id);
      return clusterResources(cluster, at).find((one) => one.kind === kind && one.id === id) ?? null;
    }
    case 'volume':
      return volumeResource(await cloud.call(getVolume, where), at);
    case 'disk': {
      const { disk } = await cloud.call(getDisk, where);
      return isOfItsOwn(disk) ? diskResource(disk, at) : null;
    }
    case 'bucket': {
      const { dataCenter: dataCenterId } = known;
      if (dataCenterId === null) throw new CloudError('unsupported', withoutPlace);
      return bucketResource(await cloud.call(getBucket, { ...where, dataCenterId }), at);
    }
    case 'image':
      return { ...imageResource((await cloud.call(getImage, where)).image, at), inUse: known.inUse };
    case 'network':
      return networkResource((await cloud.call(getNetwork, where)).network, at);
    default:
      return assertNever(kind);
  }
}
