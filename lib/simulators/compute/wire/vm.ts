import * as z from 'zod';
import { WireMonitorItem } from '../../../clouds/compute/wire/vm.ts';
import { VmId } from '../../../model/ids.ts';
import { CommitmentTerm, CpuTopology, SshKeySource } from './shared.ts';
import {
  Decimal,
  given,
  int32,
  int64,
  maybe,
  openEnum,
  openRecord,
  record,
  SentDecimal,
  text,
  texts,
  time,
} from './values.ts';

/** The states of a VM. The specification shows only `CLONING`; the others are the platform's. */
export const VmState = openEnum('VmState', [
  'CLONING',
  'CREATING_SNAPSHOT',
  'DELETED',
  'DELETING',
  'DELETING_SNAPSHOT',
  'FAILED',
  'HOTPLUGGING',
  'MIGRATING',
  'RECREATING',
  'REVERTING_SNAPSHOT',
  'RESIZING',
  'RESIZING_DISK',
  'ACTIVE',
  'STARTING',
  'STOPPED',
  'STOPPING',
  'SUSPENDED',
  'SUSPENDING',
  'UNKNOWN',
  'PENDING',
]);

export const VmPrice = record('VmPrice', {
  vcpuPriceHr: maybe(Decimal),
  totalVcpuPriceHr: maybe(Decimal),
  memoryGibPriceHr: maybe(Decimal),
  totalMemoryPriceHr: maybe(Decimal),
  gpuPriceHr: maybe(Decimal),
  totalGpuPriceHr: maybe(Decimal),
  storageGibPriceHr: maybe(Decimal),
  totalStoragePriceHr: maybe(Decimal),
  ipv4AddressPriceHr: maybe(Decimal),
  totalPriceHr: maybe(Decimal),
});

const VmDisk = openRecord('VmDisk', 'A disk as its VM shows it; neither document shows its fields.');

/** A VM, with the fields of the search (the specification) and of its project's list (the platform). */
export const Vm = record('VM', {
  id: maybe(VmId),
  projectId: maybe(text),
  dataCenterId: maybe(text, { description: 'As the resource search spells it.' }),
  datacenterId: maybe(text, { description: 'As the list of VMs spells it.' }),
  state: maybe(VmState),
  vmState: maybe(VmState, { description: 'What older platforms call the state.' }),
  shortState: maybe(text, { description: 'Free text of older platforms.' }),
  vcpus: maybe(int32),
  memoryGib: maybe(int32, {
    description: 'The memory in GiB, under the name that the resource search uses.',
  }),
  memory: maybe(int32, { description: 'The memory in GiB, under the name that the list of VMs uses.' }),
  gpus: maybe(int32),
  gpuQuantity: maybe(int32, { description: 'The number of GPUs, under the name that the list of VMs uses.' }),
  gpuModel: maybe(text),
  gpuModelId: maybe(text),
  machineType: maybe(text),
  bootDiskPrivateImageId: maybe(text),
  bootDiskPublicImageId: maybe(text),
  bootDiskSizeGib: maybe(int32),
  bootDisk: maybe(VmDisk),
  storageDisks: maybe(z.array(VmDisk)),
  metadata: maybe(z.record(z.string(), z.string())),
  createTime: maybe(time),
  expireTime: maybe(time),
  commitmentTerm: maybe(CommitmentTerm),
  commitmentEndTime: maybe(time),
  price: maybe(VmPrice),
  priceHr: maybe(Decimal, { description: 'A number, on older platforms.' }),
});

const figure = (description: string) => maybe(int64, { description });
const { timestamp, cpu, guestPing } = WireMonitorItem.shape;

/** One sample of the monitor. */
export const MonitorItem = record('MonitorItem', {
  timestamp: timestamp.meta({
    wire: { type: ['integer', 'string'], format: 'int64' },
    description: 'Epoch seconds.',
  }),
  cpu: cpu.meta({ wire: { type: 'number' }, description: 'Percent of one core: 400 is four cores busy.' }),
  memory: figure('KiB.'),
  diskRdBytes: figure('Since boot.'),
  diskRdIops: figure('Since boot.'),
  diskWrBytes: figure('Since boot.'),
  diskWrIops: figure('Since boot.'),
  netRx: figure('Bytes since boot.'),
  netTx: figure('Bytes since boot.'),
  guestPing: guestPing.meta({ wire: {} }),
});

const BootDisk = z.object({ sizeGib: int32 }).meta({ id: 'BootDisk', deprecated: true });

const Nic = record('CreateVMRequest.NIC', {
  networkId: maybe(text),
  assignPublicIp: maybe(z.boolean()),
  securityGroupIds: maybe(texts),
});

/** The body for creating a VM: the record of that name, and three fields that only the operation's row lists. */
export const CreateVmBody = record('CreateVMBody', {
  dataCenterId: text,
  machineType: text,
  vmId: text.meta({ description: 'The identifier chosen for the new VM.' }),
  bootDiskImageId: text,
  vcpus: int32,
  memoryGib: int32,
  gpus: int32,
  bootDiskSizeGib: given(int32),
  bootDisk: given(BootDisk, { deprecated: true, description: 'Use bootDiskSizeGib.' }),
  commitmentTerm: given(CommitmentTerm),
  customSshKeys: given(texts),
  sshKeySource: given(SshKeySource),
  expireTime: given(time),
  ttl: given(text),
  metadata: given(z.record(z.string(), z.string())),
  nics: given(z.array(Nic)),
  securityGroupIds: given(texts, { description: 'Ignored if any nics are provided.' }),
  password: given(text),
  startScript: given(text),
  storageDiskIds: given(texts),
  topology: given(CpuTopology),
  validateOnly: given(z.boolean()),
  cpuModel: given(text),
  gpuModel: given(text),
  maxPriceHr: given(SentDecimal),
});

export const CreateVmResponse = record('CreateVMResponse', { id: text, vm: maybe(Vm) });
export const ResizeVmResponse = record('ResizeVMResponse', { vm: Vm });
export const CommitVmBody = record('CommitVMBody', { commitmentTerm: given(CommitmentTerm) });
export const CountVmsResponse = record('CountVMsResponse', { count: int32 });
export const ConnectVmResponse = record('ConnectVMResponse', {
  connectUrl: text,
  token: text.meta({ description: 'A secret.' }),
});

/** The body of both variants of the older order of VMs. */
export const ComputeOrder = record('ComputeOrder', {
  bootDisk: given(BootDisk, { deprecated: true }),
  customSshKeys: given(texts),
  gpuQuantity: given(int32),
  memoryGib: given(int32),
  osId: given(text),
  password: given(text),
  quantity: given(int32),
  sshKeySource: given(SshKeySource),
  startScript: given(text),
  vcpu: given(int32),
  vmId: given(text),
});

export const PlacedOrder = record('PlacedOrder', {
  order: maybe(openRecord('ComputeOrderPlaced', 'The specification shows no fields.')),
});
