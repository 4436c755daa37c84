import type * as z from 'zod';
import { hourlyPrice } from '../../../model/money/money.ts';
import type { DataCenter as DataCenterRecord, VmDataCenter } from '../wire/data-center.ts';
import {
  diskGibPriceHr,
  ipv4PriceHr,
  objectStorageGibPriceHr,
  type PublicImage,
  priceOf,
  type Size,
} from '../world/catalogue.ts';
import type { Offer, Rack } from '../world/compute/compute-offers.ts';
import { capacityOf } from '../world/compute/hosts.ts';
import { commitmentTerms, committedPrice } from '../world/money/commitment.ts';
import { smallNetwork } from '../world/network-life.ts';
import type { DataCenter } from '../world/world-state.ts';
import { s3Endpoint } from './storage.ts';
import { wirePrice } from './values.ts';

/** Returns the public part of a data center; the rest requires a role on it. */
const publicDataCenterReply = ({
  id,
  regionId,
  lngLat,
  renewableEnergy,
  supplierName,
}: DataCenter): z.input<typeof DataCenterRecord> => ({ id, regionId, lngLat, renewableEnergy, supplierName });

/** Adds the prices that depend on the place. */
export const vmDataCenterReply = (dataCenter: DataCenter): z.input<typeof VmDataCenter> => ({
  ...publicDataCenterReply(dataCenter),
  location: {
    latitude: Number(dataCenter.lngLat['lat'] ?? 0),
    longitude: Number(dataCenter.lngLat['lng'] ?? 0),
  },
  ipv4Free: 1_000,
  ipv4PriceHr: { value: ipv4PriceHr },
  networkPriceHr: wirePrice(smallNetwork),
  networkPricing: [{ priceHr: wirePrice(smallNetwork) }],
  diskPoolPricing: [{ diskGibPriceHr: { value: diskGibPriceHr } }],
  objectStorageGibPriceHr: { value: objectStorageGibPriceHr },
  s3Endpoint: s3Endpoint(dataCenter.id),
});

// Neither document shows the fields of an offer, a model or a host, so they have the names of the searches.

const hardwareOf = ({ machineType, cpu, type }: Rack) => ({
  machineType,
  cpuModel: cpu.model,
  cpuVendor: cpu.vendor,
  cpuClass: cpu.class,
  gpuModel: type.gpu?.model ?? '',
  gpuModelId: type.gpu?.modelId ?? '',
  gpuVendor: type.gpu ? 'NVIDIA' : '',
  gpuClass: type.gpu ? 'data-center' : '',
  vcpuPriceHr: wirePrice(type.vcpu),
  memoryGibPriceHr: wirePrice(type.memoryGib),
  storageGibPriceHr: wirePrice(type.storageGib),
  ...(type.gpu && { gpuPriceHr: wirePrice(type.gpu.price) }),
});

const placeOf = ({ dataCenter }: Rack) => ({
  dataCenterId: dataCenter.id,
  regionId: dataCenter.regionId,
  renewableEnergy: dataCenter.renewableEnergy,
});

export const offerReply = (offer: Offer) => ({
  id: offer.id,
  ...placeOf(offer),
  ...hardwareOf(offer),
  vcpus: offer.size.vcpus,
  memoryGib: offer.size.memoryGib,
  gpus: offer.size.gpus,
  storageGib: offer.size.bootDiskGib,
  available: offer.available,
  priceHr: wirePrice(offer.price.total),
});

const sum = (rack: Rack, measure: keyof Size): number =>
  rack.hosts.reduce((total, { capacity, used }) => total + capacity[measure] - used[measure], 0);
const largest = (rack: Rack, measure: keyof Size): number =>
  Math.max(0, ...rack.hosts.map(({ capacity, used }) => capacity[measure] - used[measure]));

/** Returns the free amount, the limits and the price of each part, by commitment. */
const perPart = (rack: Rack) => ({
  ipv4PriceHr: { value: ipv4PriceHr },
  minStorageGibPriceHr: wirePrice(rack.type.storageGib),
  gpuPriceHr: wirePrice(rack.type.gpu?.price ?? hourlyPrice('0')),
  minVcpu: 1,
  minMemoryGib: 1,
  minVcpuPerGpu: 0,
  maxVcpuPerGpu: rack.type.gpu ? 24 : 0,
  minVcpuPerMemoryGib: 0,
  maxVcpuPerMemoryGib: 1,
  totalVcpuFree: sum(rack, 'vcpus'),
  totalMemoryGibFree: sum(rack, 'memoryGib'),
  totalGpuFree: sum(rack, 'gpus'),
  totalStorageGibFree: sum(rack, 'bootDiskGib'),
  maxVcpuFree: largest(rack, 'vcpus'),
  maxMemoryGibFree: largest(rack, 'memoryGib'),
  maxGpuFree: largest(rack, 'gpus'),
  maxStorageGibFree: largest(rack, 'bootDiskGib'),
  prices: commitmentTerms.map((commitmentTerm) => ({
    commitmentTerm,
    vcpuPriceHr: wirePrice(committedPrice(rack.type.vcpu, commitmentTerm)),
    memoryGibPriceHr: wirePrice(committedPrice(rack.type.memoryGib, commitmentTerm)),
    gpuPriceHr: wirePrice(committedPrice(rack.type.gpu?.price ?? hourlyPrice('0'), commitmentTerm)),
  })),
});

/** Adds the prices of a VM of a size, part by part. */
const totalsOf = (rack: Rack, size: Size) => {
  const { total, parts } = priceOf(rack.type, size);
  return {
    totalVcpuPriceHr: wirePrice(parts.vcpu),
    totalMemoryPriceHr: wirePrice(parts.memory),
    totalGpuPriceHr: wirePrice(parts.gpu),
    totalStoragePriceHr: wirePrice(parts.storage),
    totalPriceHr: wirePrice(total),
  };
};

export function hostConfigReply(rack: Rack, size: Size, countVmAvailable: number) {
  const most = capacityOf(rack.machineType);
  return {
    id: `${rack.dataCenter.id}.${rack.machineType}`,
    ...placeOf(rack),
    ...hardwareOf(rack),
    ...perPart(rack),
    ...totalsOf(rack, size),
    maxVcpu: most.vcpus,
    maxMemoryGib: most.memoryGib,
    maxGpu: most.gpus,
    maxStorageGib: most.bootDiskGib,
    countVmAvailable,
  };
}

export const imageReply = ({ id, name, sizeGib }: PublicImage) => ({
  id,
  name,
  displayName: name,
  description: `${name}, as its makers publish it`,
  platform: 'linux',
  sizeGib,
  installedPackages: [],
});
