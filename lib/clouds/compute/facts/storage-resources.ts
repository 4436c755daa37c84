import type { Resource } from '../../../model/facts/resource.ts';
import { bytesInGib, type HourlyPrice, priceOfBytes, priceOfGib } from '../../../model/money/money.ts';
import { quoted } from '../../../model/money/price.ts';
import type { Instant } from '../../../model/time/time.ts';
import type {
  WireBucket,
  WireDisk,
  WireImage,
  WireNetwork,
  WireVmDataCenter,
  WireVolume,
} from '../wire/storage.ts';
import { diskActivity, imageActivity, networkActivity, presenceActivity } from './activity.ts';
import { readCommonFields, readHourlyPrice, readQuotedPrice } from './resources.ts';

export function volumeResource(volume: WireVolume, at: Instant): Resource {
  const state = volume.state ?? 'VOLUME_STATE_UNSPECIFIED';
  return {
    ...readCommonFields(volume, at),
    kind: 'volume',
    state,
    activity: presenceActivity.get(state) ?? 'unknown',
    price: readQuotedPrice(volume.totalPriceHr),
    sizeGib: volume.sizeGib ?? null,
    usedGib: volume.sizeGibUsed ?? null,
  };
}

/** Returns a bucket as active, as the platform reports no state of buckets. */
export function bucketResource(bucket: WireBucket, at: Instant): Resource {
  const { billableBytes: bytes } = bucket;
  const gibPrice = readHourlyPrice(bucket.storageGibPriceHr);
  return {
    ...readCommonFields(bucket, at),
    kind: 'bucket',
    state: 'ACTIVE',
    activity: 'running',
    price: gibPrice === null || bytes == null || bytes < 0 ? null : quoted(priceOfBytes(gibPrice, bytes)),
    usedGib: bytes == null || bytes < 0 ? null : Math.ceil((bytes / bytesInGib) * 1_000) / 1_000,
  };
}

/** Reports whether a disk is billed by itself; a boot disk with its VM is part of the VM's price. */
export const isOfItsOwn = ({ diskType, vmId }: WireDisk): boolean => diskType !== 'DISK_TYPE_BOOT' || !vmId;

export function diskResource(disk: WireDisk, at: Instant): Resource {
  const state = disk.diskState ?? 'UNKNOWN';
  return {
    ...readCommonFields(disk, at),
    kind: 'disk',
    state,
    activity: diskActivity.get(state) ?? 'unknown',
    price: null,
    inUse: isAttached(disk),
    sizeGib: disk.sizeGib ?? null,
  };
}

function isAttached({ vmId, diskState }: WireDisk): boolean | null {
  if (vmId || diskState === 'ATTACHED') return true;
  return diskState === 'READY' ? false : null;
}

/**
 * Returns a detached disk with a price by its size and data center. An attached disk, or one that may be attached, has none,
 * as the price of its VM includes it.
 */
export function withDiskPrice(
  resource: Resource,
  gibPrices: Readonly<Record<string, HourlyPrice>>,
): Resource {
  const { kind, inUse, sizeGib, dataCenter } = resource;
  if (kind !== 'disk') return resource;
  const gibPrice = dataCenter === null ? undefined : gibPrices[dataCenter];
  const isPriced = inUse === false && sizeGib !== null && gibPrice !== undefined;
  return { ...resource, price: isPriced ? quoted(priceOfGib(gibPrice, sizeGib)) : null };
}

/** Returns the hourly price of a GiB of disk by data center, for those whose pools of disks all have one price. */
export function readDiskGibPrices(
  dataCenters: readonly WireVmDataCenter[],
  ids: ReadonlySet<string>,
): Record<string, HourlyPrice> {
  const prices = dataCenters.flatMap(({ id, diskPoolPricing }) => {
    const texts = (diskPoolPricing ?? []).map(({ diskGibPriceHr }) => diskGibPriceHr ?? null);
    const [price, ...others] = texts.map(readHourlyPrice);
    if (price == null || !ids.has(id)) return [];
    return others.every((other) => other?.eq(price)) ? [[id, price] as const] : [];
  });
  return Object.fromEntries(prices);
}

/** Returns an image without `inUse`, which follows from the disks, as they name the image they were made from. */
export function imageResource(image: WireImage, at: Instant): Resource {
  const state = image.state ?? 'UNKNOWN';
  return {
    ...readCommonFields(image, at),
    kind: 'image',
    state,
    activity: imageActivity.get(state) ?? 'unknown',
    price: null,
    sizeGib: image.sizeGib ?? null,
  };
}

export function networkResource(network: WireNetwork, at: Instant): Resource {
  const state = network.state ?? 'STATE_UNKNOWN';
  return {
    ...readCommonFields(network, at),
    kind: 'network',
    state,
    activity: networkActivity.get(state) ?? 'unknown',
    price: readQuotedPrice(network.priceHr),
  };
}
