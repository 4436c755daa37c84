import type { MachineId, ProjectId, ResourceId, VmId } from '../../../model/ids.ts';
import type { HourlyPrice } from '../../../model/money/money.ts';
import type { Instant } from '../../../model/time/time.ts';
import type { Size, VmPrice } from './catalogue.ts';
import type { Workload } from './compute/workload.ts';
import type { IpoibConfig } from './events/machine-events.ts';
import type { Access } from './events/placed.ts';
import type { Nic } from './events/vm-events.ts';
import { goneAt, type Life } from './life.ts';
import { type Tariffs, tariffAt } from './money/tariff.ts';

/** A term that is paid to its end, even if the thing is deleted. */
export type Commitment = {
  readonly term: string;
  readonly until: Instant;
  /** True if the end is shown; the term always is. */
  readonly isEndShown?: boolean;
};

type Held = {
  readonly project: ProjectId;
  readonly dataCenter: string;
  readonly createdAt: Instant;
  readonly createdBy: string;
  tariffs: Tariffs;
  /** The price of a unit without a commitment; `null` when nothing lowers its price. */
  listPrice: HourlyPrice | null;
  commitment: Commitment | null;
  life: Life;
};

export type Assignment = { readonly at: Instant; readonly workload: Workload };
/** The image that a disk was made from. */
export type ImageSource = { readonly kind: 'public' | 'private'; readonly id: string };

export type Vm = Held & {
  readonly kind: 'vm';
  readonly id: VmId;
  readonly machineType: string;
  size: Size;
  priced: VmPrice;
  readonly image: ImageSource;
  /** The network interfaces, at least one, each with its network. */
  readonly nics: readonly Nic[];
  expires: Instant | null;
  metadata: Readonly<Record<string, string>>;
  /** The workloads with their starts; the first applies from the beginning. */
  workloads: readonly [Assignment, ...Assignment[]];
};

type Hardware = {
  readonly cpuCores: number;
  readonly memoryGib: number;
  readonly gpus: number;
  readonly gpuModelId: string | null;
};

export type Machine = Held &
  Hardware & {
    readonly kind: 'machine';
    readonly id: MachineId;
    readonly machineTypeId: string;
    os: string;
    access: Access;
    power: Life;
  };

export type ClusterMachine = {
  readonly id: string;
  readonly createdAt: Instant;
  life: Life;
  power: Life;
  volumes: readonly string[];
};

export type Cluster = Held & {
  readonly kind: 'cluster';
  readonly id: ResourceId;
  readonly machineTypeId: string;
  readonly networkType: string;
  readonly ipoib: IpoibConfig | null;
  readonly access: Access;
  /** Deleted machines are kept, so that no number is given twice. */
  machines: readonly ClusterMachine[];
};

export type Volume = Held & {
  readonly kind: 'volume';
  readonly id: ResourceId;
  readonly usedGib: number;
};

/** A storage disk. Boot disks are part of their VM and its price. */
export type Disk = Held & {
  readonly kind: 'disk';
  readonly id: ResourceId;
  vm: VmId | null;
};

/** A bucket of object storage; its units are the billed GiB. */
export type Bucket = Held & {
  readonly kind: 'bucket';
  readonly id: ResourceId;
  objects: number;
};

/** A private image, made from a VM's boot disk. */
export type Image = Held & {
  readonly kind: 'image';
  readonly id: ResourceId;
  readonly vm: VmId;
  description: string;
};

export type Network = Held & {
  readonly kind: 'network';
  readonly id: ResourceId;
  readonly cidr: string;
  readonly routerSize: string;
};

/** A thing that a project holds and is billed for. */
export type Holding = Vm | Machine | Cluster | Volume | Disk | Bucket | Image | Network;
/** Holdings whose units are GiB. */
export type Storage = Volume | Disk | Bucket | Image;

/**
 * Returns when the charge ends; `null` while no end is known. Stopping or powering off does not end it, and a
 * commitment is paid to its end even if the thing is deleted.
 */
export function billedUntil(holding: Holding): Instant | null {
  const end = goneAt(holding.life);
  if (end === null || holding.commitment === null || holding.commitment.until < end) return end;
  return holding.commitment.until;
}

/** Returns the hourly price of all units. */
export const priceAt = (holding: Holding, at: Instant): HourlyPrice => tariffAt(holding.tariffs, at).price;
export const sizeAt = (storage: Storage, at: Instant): number => tariffAt(storage.tariffs, at).units;

export const isStorage = (holding: Holding): holding is Storage =>
  ['volume', 'disk', 'bucket', 'image'].includes(holding.kind);
