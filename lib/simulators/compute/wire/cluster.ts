import * as z from 'zod';
import { MachineType } from './machine.ts';
import { CommitmentTerm, MachinePowerState, SshKeySource } from './shared.ts';
import {
  Decimal,
  given,
  int32,
  maybe,
  openEnum,
  readOnly,
  record,
  SentDecimal,
  text,
  texts,
  time,
} from './values.ts';

const states = ['CREATING', 'ACTIVE'] as const;
export const ClusterState = openEnum(
  'Cluster.State',
  ['STATE_UNSPECIFIED', ...states, 'UPDATING', 'DELETING', 'FAILED'],
  { default: 'STATE_UNSPECIFIED' },
);
export const ClusterMachineState = openEnum(
  'ClusterMachine.State',
  ['STATE_UNSPECIFIED', ...states, 'DELETING', 'FAILED'],
  { default: 'STATE_UNSPECIFIED' },
);
export const NetworkType = openEnum('NetworkType', ['NETWORK_TYPE_UNSPECIFIED']);

export const ClusterIpoibConfig = record('ClusterIPOIBConfig', {
  networkPrefix: text.meta({ description: 'CIDR.' }),
  portBits: int32.meta({
    description: 'Bits after the network prefix for the port: at most 2^portBits ports a host.',
  }),
  hostBits: int32.meta({
    description: 'Bits after the port bits for the host: at most 2^hostBits - 2 hosts.',
  }),
});

export const ClusterMachine = record('ClusterMachine', {
  id: readOnly(text),
  projectId: readOnly(text),
  dataCenterId: readOnly(text),
  machineTypeId: readOnly(text),
  architecture: readOnly(text),
  cpuModel: readOnly(text),
  gpuModelId: readOnly(text),
  externalIpAddress: readOnly(text),
  internalIpAddress: readOnly(text),
  createBy: readOnly(text),
  cpuCores: readOnly(int32),
  cpuSpeedMhz: readOnly(int32),
  diskSizeGib: readOnly(int32),
  disks: readOnly(int32),
  gpus: readOnly(int32),
  memoryGib: readOnly(int32),
  createTime: readOnly(time),
  powerState: maybe(MachinePowerState),
  priceHr: maybe(Decimal),
  state: maybe(ClusterMachineState),
  volumeIds: maybe(texts),
});

export const Cluster = record('Cluster', {
  id: text,
  projectId: text,
  dataCenterId: text,
  machineTypeId: text,
  machineCount: int32,
  state: maybe(ClusterState),
  commitmentTerm: maybe(CommitmentTerm),
  commitmentEndTime: readOnly(time),
  architecture: readOnly(text),
  cpuModel: readOnly(text),
  gpuModelId: readOnly(text),
  createBy: readOnly(text),
  cpuSpeedMhz: readOnly(int32),
  totalCpuCores: readOnly(int32),
  totalDiskSizeGib: readOnly(int32),
  totalGpus: readOnly(int32),
  totalMemoryGib: readOnly(int32),
  createTime: readOnly(time),
  customSshKeys: maybe(texts),
  sshKeySource: maybe(SshKeySource),
  startScript: maybe(text),
  networkType: maybe(NetworkType),
  ipoibConfig: maybe(ClusterIpoibConfig),
  machinePriceHr: maybe(Decimal),
  totalMachinePriceHr: maybe(Decimal),
  totalPriceHr: maybe(Decimal),
  machines: readOnly(z.array(ClusterMachine)),
});

/** The fields of a new cluster: the project is in the path, and the rest is read-only. */
export const CreateClusterBody = record('CreateClusterBody', {
  id: text,
  dataCenterId: text,
  machineTypeId: text,
  machineCount: int32,
  commitmentTerm: given(CommitmentTerm),
  customSshKeys: given(texts),
  sshKeySource: given(SshKeySource),
  startScript: given(text),
  networkType: given(NetworkType),
  ipoibConfig: given(ClusterIpoibConfig),
  machinePriceHr: given(SentDecimal),
  totalMachinePriceHr: given(SentDecimal),
  totalPriceHr: given(SentDecimal),
});

export const UpdateClusterBody = record('UpdateClusterBody', {
  machineCount: given(int32),
  commitmentTerm: given(CommitmentTerm),
});

export const UpdateClusterMachineBody = record('UpdateClusterMachineBody', {
  powerState: given(MachinePowerState),
  priceHr: given(SentDecimal),
  state: given(ClusterMachineState),
  volumeIds: given(texts),
});

export const GetClusterMachineTypeResponse = record('GetClusterMachineTypeResponse', {
  machineType: MachineType,
});
