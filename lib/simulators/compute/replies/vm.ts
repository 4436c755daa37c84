import type * as z from 'zod';
import type { WireVm } from '../../../clouds/compute/wire/vm.ts';
import { type HourlyPrice, hourlyPrice } from '../../../model/money/money.ts';
import { isoInstant } from '../../../model/time/time.ts';
import type { VmPrice } from '../wire/vm.ts';
import { catalogue } from '../world/catalogue.ts';
import { cpus } from '../world/compute/compute-offers.ts';
import { priceAt, type Vm } from '../world/holding.ts';
import { stateAt } from '../world/life.ts';
import { loweredFor } from '../world/money/commitment.ts';
import { storageDisksOf } from '../world/storage/disk-life.ts';
import type { WorldState } from '../world/world-state.ts';
import { bootDiskReply, diskReply } from './storage.ts';
import { commitmentOf, idsOf, wirePrice } from './values.ts';

/** Returns a VM as its project's list shows it. */
export function vmReply(state: WorldState, vm: Vm): z.input<typeof WireVm> {
  const { gpu } = catalogue[vm.machineType] ?? { gpu: null };
  const reply = {
    id: vm.id,
    projectId: vm.project,
    datacenterId: vm.dataCenter,
    state: stateAt(vm.life, state.at),
    machineType: vm.machineType,
    vcpus: vm.size.vcpus,
    memory: vm.size.memoryGib,
    gpuModel: vm.size.gpus > 0 ? gpu?.model : '',
    gpuModelId: vm.size.gpus > 0 ? gpu?.modelId : '',
    gpuQuantity: vm.size.gpus,
    cpuModel: cpus[vm.machineType]?.model ?? '',
    bootDisk: bootDiskReply(state, vm),
    bootDiskSizeGib: vm.size.bootDiskGib,
    ...imageOf(vm),
    imageId: vm.image.id,
    ...(vm.image.kind === 'public' ? { publicImageId: vm.image.id } : { privateImageId: vm.image.id }),
    storageDisks: storageDisksOf(state, vm).map((disk) => diskReply(state, disk)),
    nics: vm.nics.map(({ networkId, securityGroupIds }) => ({ networkId, securityGroupIds })),
    metadata: vm.metadata,
    createBy: vm.createdBy,
    createTime: isoInstant(vm.createdAt),
    ...(vm.expires !== null && { expireTime: isoInstant(vm.expires) }),
    ...commitmentOf(vm),
    price: pricesOf(state, vm),
  };
  return reply;
}

/** Returns a VM as a search result, with other field names. */
export function foundVmReply(state: WorldState, vm: Vm): z.input<typeof WireVm> {
  const reply = {
    ...idsOf(vm),
    state: stateAt(vm.life, state.at),
    vcpus: vm.size.vcpus,
    memoryGib: vm.size.memoryGib,
    gpus: vm.size.gpus,
    gpuModelId: vm.size.gpus > 0 ? catalogue[vm.machineType]?.gpu?.modelId : '',
    bootDiskSizeGib: vm.size.bootDiskGib,
    ...imageOf(vm),
    createTime: isoInstant(vm.createdAt),
  };
  return reply;
}

/** Returns the field of a VM's image, by its kind. */
export const imageOf = ({ image }: Vm) =>
  image.kind === 'public' ? { bootDiskPublicImageId: image.id } : { bootDiskPrivateImageId: image.id };

/**
 * Returns the prices of a VM's parts. A total price of a script is shown as that of its GPUs, or else of its
 * processors.
 */
function pricesOf(state: WorldState, vm: Vm): z.input<typeof VmPrice> {
  const { machineType, size, priced } = vm;
  const type = catalogue[machineType];
  const none = hourlyPrice('0');
  const isGpu = size.gpus > 0;
  const { total } = priced;
  const whole = { vcpu: isGpu ? none : total, memory: none, gpu: isGpu ? total : none, storage: none };
  const parts = priced.parts ?? whole;
  const shown = (price: HourlyPrice) => wirePrice(loweredFor(vm, state.at, price));
  const unit = (price: HourlyPrice, listed: HourlyPrice | undefined, count: number) =>
    priced.parts === null
      ? { value: price.div(Math.max(1, count)).toDecimalPlaces(10).toFixed() }
      : shown(listed ?? none);
  return {
    vcpuPriceHr: unit(parts.vcpu, type?.vcpu, size.vcpus),
    totalVcpuPriceHr: shown(parts.vcpu),
    memoryGibPriceHr: unit(parts.memory, type?.memoryGib, size.memoryGib),
    totalMemoryPriceHr: shown(parts.memory),
    gpuPriceHr: unit(parts.gpu, type?.gpu?.price, size.gpus),
    totalGpuPriceHr: shown(parts.gpu),
    storageGibPriceHr: unit(parts.storage, type?.storageGib, size.bootDiskGib),
    totalStoragePriceHr: shown(parts.storage),
    ipv4AddressPriceHr: wirePrice(none),
    totalPriceHr: wirePrice(priceAt(vm, state.at)),
  };
}
