import * as z from 'zod';
import { BillingAccountId, MachineId, ProjectId, ResourceId, VmId } from '../../../model/ids.ts';
import { StoredMoney, StoredPrice } from '../../../model/money.ts';
import { Instant } from '../../../model/time.ts';
import { Workload } from './workload.ts';

const count = z.number().int().min(0);
const inProject = { project: ProjectId };
const oneVm = { ...inProject, vm: VmId };
const placed = {
  ...inProject,
  dataCenter: z.string().default('gb-london-1'),
  by: z.string().default('somebody@example.com'),
  commitment: z.strictObject({ term: z.string(), until: Instant }).nullable().default(null),
};

const OpenAccount = z.strictObject({
  kind: z.literal('open-account'),
  id: BillingAccountId,
  displayName: z.string().default('A billing account'),
  /** Prepaid without credit loses everything at the next full hour, as on the platform. */
  paymentTerms: z.enum(['PREPAID', 'INVOICE']).default('INVOICE'),
  credit: StoredMoney.prefault('0'),
  /** With `auto`, credit that falls under `low` at the full hour is paid up to `high`. */
  recharge: z
    .strictObject({ low: StoredMoney, high: StoredMoney, auto: z.boolean() })
    .nullable()
    .default(null),
  hourlySpendLimit: StoredPrice.nullable().default(null),
  monthlySpendLimit: StoredMoney.nullable().default(null),
});

const CreateVm = z.strictObject({
  kind: z.literal('create-vm'),
  ...placed,
  id: VmId,
  machineType: z.string().default('epyc-milan'),
  vcpus: count.min(1).default(4),
  memoryGib: count.min(1).default(16),
  gpus: count.default(0),
  bootDiskGib: count.default(50),
  /** Instead of the price that the catalogue makes of its parts. */
  priceHr: StoredPrice.optional(),
  metadata: z.record(z.string(), z.string()).default({}),
  workload: Workload.default({ kind: 'abandoned' }),
});

const CreateMachine = z.strictObject({
  kind: z.literal('create-machine'),
  ...placed,
  id: MachineId,
  machineTypeId: z.string().default('bare-metal-epyc'),
  os: z.string().default('ubuntu-24-04'),
  cpuCores: count.default(64),
  memoryGib: count.default(512),
  gpus: count.default(0),
  gpuModelId: z.string().nullable().default(null),
  priceHr: StoredPrice,
});

const CreateVolume = z.strictObject({
  kind: z.literal('create-volume'),
  ...placed,
  id: ResourceId,
  sizeGib: count,
  usedGib: count.default(0),
  gibPriceHr: StoredPrice.prefault('0.0001'),
});

const CreateDisk = z.strictObject({
  kind: z.literal('create-disk'),
  ...placed,
  id: ResourceId,
  sizeGib: count,
  gibPriceHr: StoredPrice.prefault('0.0001'),
  /** The VM that it is attached to. */
  vm: VmId.nullable().default(null),
});

/** Anything that can happen in the world, as data: what people do, and what the platform does to them. */
export const WorldEvent = z.discriminatedUnion('kind', [
  OpenAccount,
  z.strictObject({ kind: z.literal('add-credit'), account: BillingAccountId, amount: StoredMoney }),
  z.strictObject({
    kind: z.literal('create-project'),
    id: ProjectId,
    account: BillingAccountId,
    by: z.string().default('somebody@example.com'),
  }),
  CreateVm,
  z.strictObject({ kind: z.literal('start-vm'), ...oneVm }),
  z.strictObject({ kind: z.literal('stop-vm'), ...oneVm }),
  z.strictObject({ kind: z.literal('terminate-vm'), ...oneVm }),
  z.strictObject({ kind: z.literal('set-workload'), ...oneVm, workload: Workload }),
  z.strictObject({ kind: z.literal('set-metadata'), ...oneVm, metadata: z.record(z.string(), z.string()) }),
  /** The platform puts a VM in a state of its own accord, such as FAILED, or one nobody has heard of. */
  z.strictObject({ kind: z.literal('enter-state'), ...oneVm, state: z.string() }),
  CreateMachine,
  z.strictObject({
    kind: z.literal('set-power'),
    ...inProject,
    machine: MachineId,
    power: z.enum(['ON', 'OFF']),
  }),
  z.strictObject({ kind: z.literal('delete-machine'), ...inProject, machine: MachineId }),
  CreateVolume,
  z.strictObject({ kind: z.literal('delete-volume'), ...inProject, volume: ResourceId }),
  CreateDisk,
  z.strictObject({ kind: z.literal('delete-disk'), ...inProject, disk: ResourceId }),
]);
export type WorldEvent = z.output<typeof WorldEvent>;
/** As scripts and tests write it: plain text for ids and prices, defaults left out. */
export type WorldEventInput = z.input<typeof WorldEvent>;
export type EventOf<K extends WorldEvent['kind']> = Extract<WorldEvent, { kind: K }>;

/** Something that happens once time passes a moment. */
export type ScriptedEvent = {
  readonly at: Instant;
  readonly what: WorldEventInput;
  /** Whoever does it lets it be when the world refuses, as a person whose VM already runs would. */
  readonly ifPossible?: boolean;
};
