import type { WireMachine } from '../../../lib/cloud/wire/machine.ts';
import type { WireProjectSpend } from '../../../lib/cloud/wire/spend.ts';
import type { WireVm } from '../../../lib/cloud/wire/vm.ts';
import type { WireVolume } from '../../../lib/cloud/wire/volume.ts';
import { MachineId, type ProjectId } from '../../../lib/model/ids.ts';
import { type Instant, isoInstant, latest } from '../../../lib/model/time.ts';
import { billOf, monthStart, nanosInWords, reckonedUntil, toNanos } from './bill.ts';
import { stateOf, type TrueMachine, type TrueVm, type TrueVolume } from './true-resource.ts';
import type { World } from './world.ts';

/** How a platform of this year, or an older one, shows a VM. */
export function wireVm(vm: TrueVm, at: Instant, isOld: boolean): WireVm {
  const state = stateOf(vm, at);
  const others: WireVm = {
    id: vm.id,
    projectId: vm.project,
    vcpus: vm.vcpus,
    createTime: isoInstant(vm.createdAt),
    ...(vm.hidesMetadata ? {} : { metadata: vm.metadata }),
    ...(vm.gpus > 0 ? { gpuModel: 'RTX A6000', gpuQuantity: vm.gpus } : {}),
  };
  return isOld
    ? { ...others, vmState: state, priceHr: vm.priceText }
    : { ...others, state, price: { totalPriceHr: vm.priceText } };
}

export const wireMachine = (machine: TrueMachine, at: Instant): WireMachine => ({
  id: MachineId.parse(machine.id),
  projectId: machine.project,
  cpuCores: 64,
  gpus: 0,
  createTime: isoInstant(machine.createdAt),
  priceHr: machine.priceText,
  powerState: stateOf(machine, at),
  state: 'ACTIVE',
});

/** A volume does not say when it came to be. */
export const wireVolume = (volume: TrueVolume): WireVolume => ({
  id: volume.id,
  projectId: volume.project,
  totalPriceHr: volume.priceText,
  state: 'ACTIVE',
});

/** The month so far, up to the last full hour. */
export function wireSpend(world: World, project: ProjectId, now: Instant): WireProjectSpend {
  const from = monthStart(now);
  const until = latest(from, reckonedUntil(now));
  const spend = nanosInWords(toNanos(billOf(world, project, from, until)));
  return { projectId: project, startTime: isoInstant(from), endTime: isoInstant(until), spend };
}
