import type * as z from 'zod';
import { isoInstant } from '../../../model/time/time.ts';
import type { ClusterMachine, Cluster as ClusterRecord } from '../wire/cluster.ts';
import type { Machine as MachineRecord } from '../wire/machine.ts';
import type { MachineResult } from '../wire/search-result.ts';
import { ipv4PriceHr, type MetalType, metalTypes } from '../world/catalogue.ts';
import type { MachineInCluster } from '../world/compute/cluster-machines.ts';
import type { Access } from '../world/events/placed.ts';
import { type Cluster, type Machine, priceAt } from '../world/holding.ts';
import { existsAt, stateAt } from '../world/life.ts';
import { commitmentTerms, committedPrice } from '../world/money/commitment.ts';
import { tariffAt } from '../world/money/tariff.ts';
import type { WorldState } from '../world/world-state.ts';
import { addressFor, commitmentOf, idsOf, wirePrice } from './values.ts';

export const machineReply = (state: WorldState, machine: Machine): z.input<typeof MachineRecord> => ({
  ...idsOf(machine),
  machineTypeId: machine.machineTypeId,
  os: machine.os,
  architecture: 'x86_64',
  hostname: machine.id,
  ...builtAs(machine.machineTypeId),
  cpuCores: machine.cpuCores,
  memoryGib: machine.memoryGib,
  gpus: machine.gpus,
  gpuModelId: machine.gpuModelId ?? '',
  createBy: machine.createdBy,
  createTime: isoInstant(machine.createdAt),
  externalIpAddresses: [addressFor(state, 'machine', machine.project, machine.id)],
  ...accessOf(machine.access),
  userData: machine.access.startScript,
  priceHr: wirePrice(priceAt(machine, state.at)),
  commitmentTerm: machine.commitment?.term ?? 'COMMITMENT_TERM_NONE',
  powerState: stateAt(machine.power, state.at),
  state: stateAt(machine.life, state.at),
});

/** Returns a machine as a search result. */
export const foundMachineReply = (state: WorldState, machine: Machine): z.input<typeof MachineResult> => ({
  ...machineReply(state, machine),
  ipv4Addresses: 1,
});

const accessOf = ({ sshKeySource, customSshKeys, startScript }: Access) => ({
  sshKeySource,
  customSshKeys,
  startScript,
});

/** Returns the hardware of a machine type; nothing for one that only a script knows. */
function builtAs(machineTypeId: string) {
  const type = metalTypes.get(machineTypeId);
  if (!type) return {};
  const { cpuModel, cpuSpeedMhz, disks, diskSizeGib } = type;
  return { cpuModel, cpuSpeedMhz, disks, diskSizeGib };
}

export function clusterReply(state: WorldState, cluster: Cluster): z.input<typeof ClusterRecord> {
  const machines = cluster.machines.filter(({ life }) => existsAt(life, state.at));
  const total = wirePrice(priceAt(cluster, state.at));
  return {
    ...idsOf(cluster),
    machineTypeId: cluster.machineTypeId,
    machineCount: machines.length,
    state: stateAt(cluster.life, state.at),
    ...commitmentOf(cluster),
    ...totals(metalTypes.get(cluster.machineTypeId), machines.length),
    createBy: cluster.createdBy,
    createTime: isoInstant(cluster.createdAt),
    ...accessOf(cluster.access),
    networkType: cluster.networkType,
    ...(cluster.ipoib && { ipoibConfig: cluster.ipoib }),
    machinePriceHr: wirePrice(tariffAt(cluster.tariffs, state.at).unitPrice),
    totalMachinePriceHr: total,
    totalPriceHr: total,
    machines: machines.map((machine) => clusterMachineReply(state, { cluster, machine })),
  };
}

export function clusterMachineReply(
  state: WorldState,
  { cluster, machine }: MachineInCluster,
): z.input<typeof ClusterMachine> {
  const type = metalTypes.get(cluster.machineTypeId);
  return {
    id: machine.id,
    projectId: cluster.project,
    dataCenterId: cluster.dataCenter,
    machineTypeId: cluster.machineTypeId,
    ...(type && hardwareOf(type)),
    externalIpAddress: addressFor(state, 'cluster machine', cluster.project, machine.id),
    internalIpAddress: `10.${addressFor(state, 'inside', cluster.project, machine.id).split('.').slice(1).join('.')}`,
    createBy: cluster.createdBy,
    createTime: isoInstant(machine.createdAt),
    powerState: stateAt(machine.power, state.at),
    priceHr: wirePrice(tariffAt(cluster.tariffs, state.at).unitPrice),
    state: stateAt(machine.life, state.at),
    volumeIds: [...machine.volumes],
  };
}

const modelOf = ({ cpuModel, cpuSpeedMhz, gpuModelId }: MetalType) => ({
  architecture: 'x86_64',
  cpuModel,
  cpuSpeedMhz,
  gpuModelId: gpuModelId ?? '',
});

const hardwareOf = (type: MetalType) => ({
  ...modelOf(type),
  cpuCores: type.cpuCores,
  disks: type.disks,
  diskSizeGib: type.diskSizeGib,
  gpus: type.gpus,
  memoryGib: type.memoryGib,
});

const totals = (type: MetalType | undefined, machines: number) =>
  type && {
    ...modelOf(type),
    totalCpuCores: type.cpuCores * machines,
    totalDiskSizeGib: type.disks * type.diskSizeGib * machines,
    totalGpus: type.gpus * machines,
    totalMemoryGib: type.memoryGib * machines,
  };

export const machineTypeReply = (id: string, dataCenterId: string, type: MetalType) => ({
  id,
  dataCenterId,
  ...hardwareOf(type),
  machinesFree: 16,
  networkType: type.gpus > 0 ? 'INFINIBAND' : 'ETHERNET',
  prices: commitmentTerms.map((commitmentTerm) => ({
    commitmentTerm,
    dataCenterId,
    machineTypeId: id,
    priceHr: wirePrice(committedPrice(type.price, commitmentTerm)),
    ipv4PriceHr: { value: ipv4PriceHr },
  })),
});
