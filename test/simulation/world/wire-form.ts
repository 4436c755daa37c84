import type { WireCluster, WireMachine } from '../../../lib/clouds/compute/wire/machine.ts';
import type { WireProjectSpend } from '../../../lib/clouds/compute/wire/spend.ts';
import type {
  WireBucket,
  WireDisk,
  WireImage,
  WireVmDataCenter,
  WireVolume,
} from '../../../lib/clouds/compute/wire/storage.ts';
import type { WireVm } from '../../../lib/clouds/compute/wire/vm.ts';
import { MachineId, type ProjectId } from '../../../lib/model/ids.ts';
import { type Instant, isoInstant, latest } from '../../../lib/model/time/time.ts';
import { billOf, monthStart, nanosInWords, reportedUntil, toNanos } from './bill.ts';
import {
  commitmentOf,
  isBusyState,
  metadataOf,
  powerOf,
  stateOf,
  type TrueBucket,
  type TrueCluster,
  type TrueDisk,
  type TrueImage,
  type TrueMachine,
  type TrueResource,
  type TrueVm,
  type TrueVolume,
  usedGib,
} from './true-resource.ts';
import type { World } from './world.ts';

/** Returns a VM as a current platform, or an older one, shows it. */
export function wireVm(vm: TrueVm, at: Instant, isOld: boolean): WireVm {
  const state = stateOf(vm, at);
  const others: WireVm = {
    id: vm.id,
    projectId: vm.project,
    vcpus: vm.vcpus,
    createTime: isoInstant(vm.createdAt),
    ...(vm.hidesMetadata ? {} : { metadata: metadataOf(vm, at) }),
    ...(vm.gpus > 0 ? { gpuModel: 'RTX A6000', gpuQuantity: vm.gpus } : {}),
    ...committed(vm, at),
  };
  return isOld
    ? { ...others, vmState: state, priceHr: vm.priceText }
    : { ...others, state, price: { totalPriceHr: vm.priceText } };
}

/** Returns a commitment: all kinds show a term, machines nothing else, and the others also the end. */
function committed(
  resource: TrueResource,
  at: Instant,
): Pick<WireVm, 'commitmentTerm' | 'commitmentEndTime'> {
  const commitment = commitmentOf(resource, at);
  if (commitment === undefined) return { commitmentTerm: 'COMMITMENT_TERM_NONE' };
  const { months, until } = commitment;
  return months === undefined
    ? { commitmentTerm: 'COMMITMENT_TERM_1_MONTH', commitmentEndTime: isoInstant(until) }
    : { commitmentTerm: `COMMITMENT_TERM_${months}_MONTH${months > 1 ? 'S' : ''}` };
}

/** Returns the state and power of a machine; the power is ON or OFF in any state. */
function standing(machine: Pick<TrueMachine, 'phases'>, at: Instant) {
  const state = stateOf(machine, at);
  return isBusyState(state)
    ? { state, powerState: powerOf(machine, at) }
    : { state: 'ACTIVE', powerState: state };
}

export const wireMachine = (machine: TrueMachine, at: Instant): WireMachine => ({
  id: MachineId.parse(machine.id),
  projectId: machine.project,
  dataCenterId: 'eu-1',
  machineTypeId: 'm1',
  os: 'ubuntu',
  cpuCores: 64,
  gpus: 0,
  createTime: isoInstant(machine.createdAt),
  priceHr: machine.priceText,
  ...standing(machine, at),
  createBy: machine.createdBy,
  ...committed(machine, at),
});

export const wireCluster = (cluster: TrueCluster, at: Instant): WireCluster => ({
  id: cluster.id,
  dataCenterId: '',
  machineTypeId: 'm1',
  createTime: isoInstant(cluster.createdAt),
  createBy: cluster.createdBy,
  totalPriceHr: cluster.priceText,
  state: stateOf(cluster, at),
  ...committed(cluster, at),
  machines: cluster.machines.map((machine) => ({
    id: machine.id,
    cpuCores: 64,
    gpus: 0,
    createTime: isoInstant(cluster.createdAt),
    priceHr: machine.priceText,
    ...standing(machine, at),
  })),
});

/** The data center whose prices are shown. */
export const place = 'dc-1';
/** The hourly price of a GiB of disk there, in nano-dollars. */
export const diskGibNanos = 100_000n;
export const dataCenters: readonly WireVmDataCenter[] = [
  { id: place, diskPoolPricing: [{ diskGibPriceHr: nanosInWords(diskGibNanos) }] },
];

const bucketGib = 250;
export const wireBucket = (bucket: TrueBucket): WireBucket => ({
  id: bucket.id,
  dataCenterId: place,
  billableBytes: bucketGib * 2 ** 30,
  storageGibPriceHr: nanosInWords(bucket.price / BigInt(bucketGib)),
});

export function wireDisk(disk: TrueDisk, at: Instant): WireDisk {
  const diskState = stateOf(disk, at);
  return {
    id: disk.id,
    sizeGib: disk.isPlaced ? Number(disk.price / diskGibNanos) : 100,
    diskState,
    diskType: 'DISK_TYPE_DATA',
    createTime: isoInstant(disk.createdAt),
    ...(diskState === 'ATTACHED' ? { vmId: 'a-vm' } : {}),
    ...(disk.image === null ? {} : { privateImageId: disk.image }),
    dataCenterId: disk.isPlaced ? place : '',
  };
}

export const wireImage = (image: TrueImage, at: Instant): WireImage => ({
  id: image.id,
  sizeGib: 20,
  state: stateOf(image, at),
  createTime: isoInstant(image.createdAt),
});

/** Returns a volume, which shows no creation time. */
export const wireVolume = (volume: TrueVolume, at: Instant): WireVolume => ({
  id: volume.id,
  projectId: volume.project,
  totalPriceHr: volume.priceText,
  sizeGib: 500,
  sizeGibUsed: usedGib(volume, at),
  state: stateOf(volume, at),
  ...committed(volume, at),
});

/** Returns the spend of the current month, up to the last full hour. */
export function wireSpend(world: World, project: ProjectId, now: Instant): WireProjectSpend {
  const from = monthStart(now);
  const until = latest(from, reportedUntil(now));
  const spend = nanosInWords(toNanos(billOf(world, project, from, until)));
  return { projectId: project, startTime: isoInstant(from), endTime: isoInstant(until), spend };
}
