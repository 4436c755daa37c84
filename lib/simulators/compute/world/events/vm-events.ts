import * as z from 'zod';
import { VmId } from '../../../../model/ids.ts';
import { StoredPrice } from '../../../../model/money/money.ts';
import { Instant } from '../../../../model/time/time.ts';
import { Workload } from '../compute/workload.ts';
import { event, inProject, placed, sentVmId, words } from './placed.ts';

const oneVm = { ...inProject, vm: VmId };
/** An instant at a whole second, as for all events. */
const wholeSecond = Instant.refine((at) => at % 1_000 === 0, 'must be a whole second');
const sizeGiven = z.number().int();

export const Nic = z.strictObject({
  /** The network; the data center's default one if empty. */
  networkId: z.string().default(''),
  assignPublicIp: z.boolean().default(false),
  securityGroupIds: z.array(z.string()).default([]),
});
export type Nic = z.output<typeof Nic>;

/** The creation of a VM. The world checks sizes and names, and reports all mistakes at once. */
export const CreateVm = event('create-vm', {
  ...placed,
  id: sentVmId,
  machineType: z.string().default('epyc-milan'),
  vcpus: sizeGiven.default(4),
  memoryGib: sizeGiven.default(16),
  gpus: sizeGiven.default(0),
  /** The size of the boot disk: 50 by default, or that of a named image. */
  bootDiskGib: sizeGiven.optional(),
  /** A public image, or a private one of the project. */
  image: z.string().optional(),
  /** A price that replaces the catalogue's. */
  priceHr: StoredPrice.optional(),
  /** The highest price; a more expensive VM is refused. */
  maxPriceHr: StoredPrice.optional(),
  metadata: words.default({}),
  disks: z.array(z.string()).default([]),
  nics: z.array(Nic).default([]),
  /** Security groups, ignored when interfaces are given. */
  securityGroups: z.array(z.string()).default([]),
  /** The time at which the platform deletes it. */
  expires: wholeSecond.nullable().default(null),
  workload: Workload.default({ kind: 'abandoned' }),
});

export const vmEvents = [
  CreateVm,
  event('start-vm', { ...oneVm }),
  event('stop-vm', { ...oneVm }),
  event('reboot-vm', { ...oneVm }),
  event('terminate-vm', { ...oneVm }),
  event('commit-vm', { ...oneVm, term: z.string(), isEndShown: z.boolean().default(true) }),
  event('resize-vm', { ...oneVm, vcpus: sizeGiven.optional(), memoryGib: sizeGiven.optional() }),
  event('set-expiry', { ...oneVm, expires: wholeSecond.nullable() }),
  event('set-workload', { ...oneVm, workload: Workload }),
  /** Replaces the metadata or, with `merge`, only the named keys. */
  event('set-metadata', { ...oneVm, metadata: words, merge: z.boolean().default(false) }),
  /** Puts a VM in a state as the platform does by itself, such as FAILED or an unknown one. */
  event('enter-state', { ...oneVm, state: z.string() }),
] as const;
