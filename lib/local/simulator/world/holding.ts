import type { MachineId, ProjectId, ResourceId, VmId } from '../../../model/ids.ts';
import type { HourlyPrice } from '../../../model/money.ts';
import type { Instant } from '../../../model/time.ts';
import type { Size, VmPrice } from './catalogue.ts';
import { goneAt, type Life } from './life.ts';
import type { Workload } from './workload.ts';

type Held = {
  readonly project: ProjectId;
  readonly dataCenter: string;
  readonly createdAt: Instant;
  readonly createdBy: string;
  /** For all of it, an hour. */
  readonly price: HourlyPrice;
  readonly commitment: { readonly term: string; readonly until: Instant } | null;
  life: Life;
};

export type Assignment = { readonly at: Instant; readonly workload: Workload };

export type Vm = Held & {
  readonly kind: 'vm';
  readonly id: VmId;
  readonly machineType: string;
  readonly size: Size;
  readonly priced: VmPrice;
  readonly network: string;
  metadata: Readonly<Record<string, string>>;
  /** What it was given to do, and from when on; the first from the beginning. */
  workloads: readonly [Assignment, ...Assignment[]];
};

export type Machine = Held & {
  readonly kind: 'machine';
  readonly id: MachineId;
  readonly machineTypeId: string;
  readonly os: string;
  readonly cpuCores: number;
  readonly memoryGib: number;
  readonly gpus: number;
  readonly gpuModelId: string | null;
  power: Life;
};

export type Volume = Held & {
  readonly kind: 'volume';
  readonly id: ResourceId;
  readonly sizeGib: number;
  readonly usedGib: number;
  readonly gibPrice: HourlyPrice;
};

/** A storage disk. Boot disks are part of their VM and of its price. */
export type Disk = Held & {
  readonly kind: 'disk';
  readonly id: ResourceId;
  readonly sizeGib: number;
  readonly gibPrice: HourlyPrice;
  vm: VmId | null;
};

/** Anything that a project holds and is billed for. */
export type Holding = Vm | Machine | Volume | Disk;

/**
 * When the charge ends; `null` while no end is known. Being stopped or off does not end it, and a
 * commitment is paid to its end whether the thing is still there or not.
 */
export function billedUntil(holding: Holding): Instant | null {
  const end = goneAt(holding.life);
  if (end === null || holding.commitment === null || holding.commitment.until < end) return end;
  return holding.commitment.until;
}
