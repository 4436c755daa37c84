import type * as z from 'zod';
import type { DataCenter as DataCenterRecord, VmDataCenter } from '../../../cloud/wire/whole/data-center.ts';
import type { Offer, Rack } from '../world/compute-offers.ts';
import type { DataCenter } from '../world/data-centers.ts';
import { capacityOf } from '../world/hosts.ts';
import { smallNetwork } from '../world/network-life.ts';
import type { PublicImage } from '../world/public-images.ts';
import { diskGibPriceHr, ipv4PriceHr, objectStorageGibPriceHr } from '../world/storage-prices.ts';
import { wirePrice } from './decimal.ts';
import { s3Endpoint } from './storage.ts';

/** As everyone sees it; what it is run with is for those with a role on it. */
export const publicDataCenterReply = ({
  id,
  regionId,
  lngLat,
  renewableEnergy,
  supplierName,
}: DataCenter): z.input<typeof DataCenterRecord> => ({ id, regionId, lngLat, renewableEnergy, supplierName });

/** With what is priced by place. */
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

// Neither document shows the fields of an offer, a model or a host, so they are named as the searches name them.

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

export function hostConfigReply(rack: Rack, countVmAvailable: number) {
  const most = capacityOf(rack.machineType);
  return {
    id: `${rack.dataCenter.id}.${rack.machineType}`,
    ...placeOf(rack),
    ...hardwareOf(rack),
    maxVcpu: most.vcpus,
    maxMemoryGib: most.memoryGib,
    maxGpu: most.gpus,
    maxStorageGib: most.bootDiskGib,
    countVmAvailable,
  };
}

export const imageReply = ({ id, name, sizeGib }: PublicImage) => ({ id, name, sizeGib });
