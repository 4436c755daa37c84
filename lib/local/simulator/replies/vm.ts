import type * as z from 'zod';
import type { WireVm } from '../../../cloud/wire/vm.ts';
import { isoInstant } from '../../../model/time.ts';
import { catalogue } from '../world/catalogue.ts';
import { bootDiskId, storageDisksOf } from '../world/disk-life.ts';
import { type Holding, sizeAt, type Vm } from '../world/holding.ts';
import { stateAt } from '../world/life.ts';
import type { WorldState } from '../world/world-state.ts';
import { wirePrice } from './decimal.ts';

/** A VM as its project's list shows it. */
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
    bootDisk: { id: bootDiskId(vm.id), sizeGib: vm.size.bootDiskGib },
    ...imageOf(vm),
    storageDisks: storageDisksOf(state, vm).map((disk) => ({ id: disk.id, sizeGib: sizeAt(disk, state.at) })),
    metadata: vm.metadata,
    createTime: isoInstant(vm.createdAt),
    ...(vm.expires !== null && { expireTime: isoInstant(vm.expires) }),
    ...commitmentOf(vm),
    price: pricesOf(vm),
  };
  return reply;
}

/** A VM as a search result shows it, which is by other names. */
export function foundVmReply(state: WorldState, vm: Vm): z.input<typeof WireVm> {
  const reply = {
    id: vm.id,
    projectId: vm.project,
    dataCenterId: vm.dataCenter,
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

/** By the name of its kind. */
export const imageOf = ({ image }: Vm) =>
  image.kind === 'public' ? { bootDiskPublicImageId: image.id } : { bootDiskPrivateImageId: image.id };

export const commitmentOf = ({ commitment }: Pick<Holding, 'commitment'>) =>
  commitment === null
    ? { commitmentTerm: 'COMMITMENT_TERM_NONE' }
    : { commitmentTerm: commitment.term, commitmentEndTime: isoInstant(commitment.until) };

function pricesOf({ priced: { total, parts } }: Vm): z.input<typeof WireVm>['price'] {
  if (parts === null) return { totalPriceHr: wirePrice(total) };
  return {
    totalVcpuPriceHr: wirePrice(parts.vcpu),
    totalMemoryPriceHr: wirePrice(parts.memory),
    totalGpuPriceHr: wirePrice(parts.gpu),
    totalStoragePriceHr: wirePrice(parts.storage),
    totalPriceHr: wirePrice(total),
  };
}
