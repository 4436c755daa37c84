import * as z from 'zod';
import { VmId } from '../../../model/ids.ts';
import { StoredPrice } from '../../../model/money/money.ts';
import { Instant } from '../../../model/time/time.ts';
import { Workload } from '../compute/workload.ts';
import { inProject, placed, sentVmId, words } from './placed.ts';

const oneVm = { ...inProject, vm: VmId };
/** As all that happens, at a whole second. */
const wholeSecond = Instant.refine((at) => at % 1_000 === 0, 'must be a whole second');
const sizeGiven = z.number().int();

export const Nic = z.strictObject({
  /** The data center's own network where none is named. */
  networkId: z.string().default(''),
  assignPublicIp: z.boolean().default(false),
  securityGroupIds: z.array(z.string()).default([]),
});
export type Nic = z.output<typeof Nic>;

/** What the world makes of sizes and names is its own affair: it says all that is wrong at once. */
export const CreateVm = z.strictObject({
  kind: z.literal('create-vm'),
  ...placed,
  id: sentVmId,
  machineType: z.string().default('epyc-milan'),
  vcpus: sizeGiven.default(4),
  memoryGib: sizeGiven.default(16),
  gpus: sizeGiven.default(0),
  /** 50 unless given; with an image named, as large as the image. */
  bootDiskGib: sizeGiven.optional(),
  /** A public image or a private one of the project. */
  image: z.string().optional(),
  /** Instead of the price that the catalogue makes of its parts. */
  priceHr: StoredPrice.optional(),
  /** Refused where it would cost more. */
  maxPriceHr: StoredPrice.optional(),
  metadata: words.default({}),
  disks: z.array(z.string()).default([]),
  nics: z.array(Nic).default([]),
  /** Ignored where nics are given. */
  securityGroups: z.array(z.string()).default([]),
  /** When the platform deletes it. */
  expires: wholeSecond.nullable().default(null),
  workload: Workload.default({ kind: 'abandoned' }),
});

export const vmEvents = [
  CreateVm,
  z.strictObject({ kind: z.literal('start-vm'), ...oneVm }),
  z.strictObject({ kind: z.literal('stop-vm'), ...oneVm }),
  z.strictObject({ kind: z.literal('reboot-vm'), ...oneVm }),
  z.strictObject({ kind: z.literal('terminate-vm'), ...oneVm }),
  z.strictObject({ kind: z.literal('commit-vm'), ...oneVm, term: z.string() }),
  z.strictObject({
    kind: z.literal('resize-vm'),
    ...oneVm,
    vcpus: sizeGiven.optional(),
    memoryGib: sizeGiven.optional(),
  }),
  z.strictObject({ kind: z.literal('set-expiry'), ...oneVm, expires: wholeSecond.nullable() }),
  z.strictObject({ kind: z.literal('set-workload'), ...oneVm, workload: Workload }),
  /** Instead of what was there, or, merged, beside the keys that are not named. */
  z.strictObject({
    kind: z.literal('set-metadata'),
    ...oneVm,
    metadata: words,
    merge: z.boolean().default(false),
  }),
  /** The platform puts a VM in a state of its own accord, such as FAILED, or one nobody has heard of. */
  z.strictObject({ kind: z.literal('enter-state'), ...oneVm, state: z.string() }),
] as const;
