import type * as z from 'zod';
import { isoInstant } from '../../../model/time/time.ts';
import type {
  Bucket as BucketRecord,
  Disk as DiskRecord,
  PrivateImage,
  Volume as VolumeRecord,
} from '../wire/storage.ts';
import { type Bucket, type Disk, type Image, sizeAt, type Vm, type Volume } from '../world/holding.ts';
import { stateAt } from '../world/life.ts';
import { tariffAt } from '../world/money/tariff.ts';
import { bootDiskId } from '../world/storage/disk-life.ts';
import type { WorldState } from '../world/world-state.ts';
import { commitmentOf, idsOf, wirePrice } from './values.ts';

export function volumeReply(state: WorldState, volume: Volume): z.input<typeof VolumeRecord> {
  const { units, unitPrice, price } = tariffAt(volume.tariffs, state.at);
  return {
    ...idsOf(volume),
    sizeGib: units,
    sizeGibUsed: volume.usedGib,
    gibPriceHr: wirePrice(unitPrice),
    totalPriceHr: wirePrice(price),
    ...commitmentOf(volume),
    nfsServer: `nfs.${volume.dataCenter}.example.com`,
    nfsPath: `/${volume.project}/${volume.id}`,
    state: stateAt(volume.life, state.at),
  };
}

export const diskReply = (state: WorldState, disk: Disk): z.input<typeof DiskRecord> => ({
  ...idsOf(disk),
  sizeGib: sizeAt(disk, state.at),
  diskState: stateAt(disk.life, state.at),
  diskType: 'DISK_TYPE_STORAGE',
  createTime: isoInstant(disk.createdAt),
  vmId: disk.vm ?? '',
});

/** Returns a bucket; 64-bit whole numbers are text. */
export function bucketReply(state: WorldState, bucket: Bucket): z.input<typeof BucketRecord> {
  const { units, unitPrice } = tariffAt(bucket.tariffs, state.at);
  const bytes = String(BigInt(units) * 1_073_741_824n);
  return {
    ...idsOf(bucket),
    billableBytes: bytes,
    sizeBytes: bytes,
    objectCount: String(bucket.objects),
    endpoint: s3Endpoint(bucket.dataCenter),
    storageGibPriceHr: wirePrice(unitPrice),
  };
}

export const s3Endpoint = (dataCenter: string): string => `https://s3.${dataCenter}.example.com`;

/** The states of a boot disk, by its VM's state; it is attached in all others. */
const bootDiskStates: ReadonlyMap<string, string> = new Map([
  ['PENDING', 'CREATING'],
  ['CLONING', 'CLONING'],
  ['DELETING', 'DELETING'],
]);

export function bootDiskReply(state: WorldState, vm: Vm): z.input<typeof DiskRecord> {
  const { image } = vm;
  return {
    id: bootDiskId(vm.id),
    projectId: vm.project,
    dataCenterId: vm.dataCenter,
    sizeGib: vm.size.bootDiskGib,
    diskState: bootDiskStates.get(stateAt(vm.life, state.at) ?? '') ?? 'ATTACHED',
    diskType: 'DISK_TYPE_BOOT',
    createTime: isoInstant(vm.createdAt),
    ...(image.kind === 'public' ? { publicImageId: image.id } : { privateImageId: image.id }),
    vmId: vm.id,
  };
}

/** Returns an image as its list shows it. */
export const imageReply = (state: WorldState, image: Image): z.input<typeof PrivateImage> => ({
  ...idsOf(image),
  sizeGib: sizeAt(image, state.at),
  description: image.description,
  platform: 'linux',
  state: stateAt(image.life, state.at),
});

/** Returns an image as a search result, which alone has its creation time. */
export const foundImageReply = (state: WorldState, image: Image): z.input<typeof PrivateImage> => ({
  ...imageReply(state, image),
  createTime: isoInstant(image.createdAt),
});
