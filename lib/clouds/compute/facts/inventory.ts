import type { Part } from '../../../model/facts/observation.ts';
import type { Resource, ResourceKind } from '../../../model/facts/resource.ts';
import { isUnreadable } from '../../../model/facts/unreadable.ts';
import type { Instant } from '../../../model/time/time.ts';
import type { ResourceListing } from '../../absence.ts';
import { type Answer, isWhole, mapAnswer } from '../../http/answer.ts';
import type { WireCluster, WireMachine } from '../wire/machine.ts';
import type { WireBucket, WireDisk, WireImage, WireNetwork, WireVolume } from '../wire/storage.ts';
import type { WireVm } from '../wire/vm.ts';
import { clusterResources, machineResource, vmResource } from './resources.ts';
import {
  bucketResource,
  diskResource,
  imageResource,
  isOfItsOwn,
  networkResource,
  volumeResource,
} from './storage-resources.ts';

/** The lists of a project that were due. */
export type Lists = {
  readonly vms: Answer<readonly WireVm[]>;
  readonly machines?: Answer<readonly WireMachine[]> | null;
  readonly clusters?: Answer<readonly WireCluster[]> | null;
  readonly volumes?: Answer<readonly WireVolume[]> | null;
  readonly disks?: Answer<readonly WireDisk[]> | null;
  readonly buckets?: Answer<readonly WireBucket[]> | null;
  readonly images?: Answer<readonly WireImage[]> | null;
  readonly networks?: Answer<readonly WireNetwork[]> | null;
};

/** Returns all lists that were due, in the order in which resources are kept. */
export function listInventories(lists: Lists, at: Instant): ResourceListing[] {
  const listIfDue = <T>(
    part: Part,
    kinds: readonly ResourceKind[],
    answer: Answer<readonly T[]> | null | undefined,
    resourcesOf: (item: T, at: Instant) => Resource | readonly Resource[],
  ): ResourceListing[] =>
    answer === undefined || answer === null
      ? []
      : [
          {
            part,
            kinds,
            answer: mapAnswer(answer, (items) => items.flatMap((item) => resourcesOf(item, at))),
          },
        ];
  const used = imagesInUse(lists.disks);
  return [
    ...listIfDue('vms', ['vm'], lists.vms, vmResource),
    ...listIfDue('machines', ['machine'], lists.machines, machineResource),
    ...listIfDue('clusters', ['cluster', 'cluster-machine'], lists.clusters, clusterResources),
    ...listIfDue('volumes', ['volume'], lists.volumes, volumeResource),
    ...listIfDue('disks', ['disk'], lists.disks, (disk) => (isOfItsOwn(disk) ? diskResource(disk, at) : [])),
    ...listIfDue('buckets', ['bucket'], lists.buckets, bucketResource),
    ...listIfDue('images', ['image'], lists.images, (image) => ({
      ...imageResource(image, at),
      inUse: used?.has(image.id) ?? null,
    })),
    ...listIfDue('networks', ['network'], lists.networks, networkResource),
  ];
}

/** Returns the images that disks were made from; `null` when that is unknown for some disk. */
function imagesInUse(disks: Lists['disks']): ReadonlySet<string> | null {
  if (disks?.kind !== 'answered' || !isWhole(disks)) return null;
  if (disks.value.some((disk) => isUnreadable(disk, 'privateImageId'))) return null;
  return new Set(disks.value.flatMap(({ privateImageId }) => privateImageId || []));
}
