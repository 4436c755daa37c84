import * as z from 'zod';
import { VmId } from '../../model/ids.ts';
import { WireMonitorItem } from '../../providers/compute/wire/vm.ts';
import { CommitmentTerm } from './shared.ts';
import { Decimal, int32, int64, maybe, openEnum, openRecord, text, time } from './values.ts';

/** The specification shows `CLONING` alone; the others are those of the platform. */
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

export const VmPrice = z
  .object({
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
  })
  .meta({ id: 'VmPrice' });

export const VmDisk = openRecord('VmDisk', 'A disk as its VM shows it; neither document shows its fields.');

/** A VM as the search shows it (the specification) and as its project's list does (the platform). */
export const Vm = z
  .object({
    id: maybe(VmId),
    projectId: maybe(text),
    dataCenterId: maybe(text, { description: 'As the resource search spells it.' }),
    datacenterId: maybe(text, { description: 'As the list of VMs spells it.' }),
    state: maybe(VmState),
    vmState: maybe(VmState, { description: 'What older platforms call the state.' }),
    shortState: maybe(text, { description: 'Free text of older platforms.' }),
    vcpus: maybe(int32),
    memoryGib: maybe(int32, { description: 'As the resource search calls it.' }),
    memory: maybe(int32, { description: 'GiB, as the list of VMs calls it.' }),
    gpus: maybe(int32),
    gpuQuantity: maybe(int32, { description: 'The GPUs, as the list of VMs calls them.' }),
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
  })
  .meta({ id: 'VM' });

const figure = (description: string) => maybe(int64, { description });
const { timestamp, cpu, guestPing } = WireMonitorItem.shape;

/** One sample of the monitor. */
export const MonitorItem = z
  .object({
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
  })
  .meta({ id: 'MonitorItem' });
