import { assertNever } from '../../../model/assert-never.ts';
import type { Resource } from '../../../model/facts/resource.ts';
import { MachineId, type ProjectId, VmId } from '../../../model/ids.ts';
import type { Instant } from '../../../model/time/time.ts';
import { type RecordLookup, readOfError } from '../../absence.ts';
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

/**
 * Reads the record of a resource by its id; a machine of a cluster is read with its cluster. Each request is specified in
 * the same document as the list of its kind, which has just answered, so that "not found" is about the resource.
 */
export async function readById(
  cloud: CloudClient,
  project: ProjectId,
  resource: Resource,
  at: Instant,
): Promise<RecordLookup> {
  try {
    const resources = await read(cloud, project, resource, at);
    return resources === null ? { kind: 'unsupported' } : { kind: 'exists', resources };
  } catch (error) {
    return readOfError(error);
  }
}

/**
 * Reads a record as resources. The result is empty for a disk that has become part of its VM, and `null` for a bucket in an
 * unknown data center.
 */
async function read(
  cloud: CloudClient,
  projectId: ProjectId,
  { kind, id, ...known }: Resource,
  at: Instant,
): Promise<readonly Resource[] | null> {
  const path = { projectId, id };
  switch (kind) {
    case 'vm':
      return [vmResource((await cloud.call(getVm, { projectId, id: VmId.parse(id) })).VM, at)];
    case 'machine':
      return [machineResource(await cloud.call(getMachine, { projectId, id: MachineId.parse(id) }), at)];
    case 'cluster':
    case 'cluster-machine':
      return clusterResources(await cloud.call(getCluster, { projectId, id: known.cluster ?? id }), at);
    case 'volume':
      return [volumeResource(await cloud.call(getVolume, path), at)];
    case 'disk': {
      const { disk } = await cloud.call(getDisk, path);
      return isOfItsOwn(disk) ? [diskResource(disk, at)] : [];
    }
    case 'bucket': {
      const { dataCenter: dataCenterId } = known;
      if (dataCenterId === null) return null;
      return [bucketResource(await cloud.call(getBucket, { ...path, dataCenterId }), at)];
    }
    case 'image':
      return [{ ...imageResource((await cloud.call(getImage, path)).image, at), inUse: known.inUse }];
    case 'network':
      return [networkResource((await cloud.call(getNetwork, path)).network, at)];
    default:
      return assertNever(kind);
  }
}
