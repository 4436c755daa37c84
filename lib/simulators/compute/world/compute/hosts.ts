import { catalogue, type Size } from '../catalogue.ts';
import type { Vm } from '../holding.ts';
import { existsAt } from '../life.ts';
import type { WorldState } from '../world-state.ts';

/** A host of the VMs of a data center. */
export type Host = {
  readonly id: string;
  readonly dataCenter: string;
  readonly machineType: string;
  readonly capacity: Size;
  readonly used: Size;
  readonly vms: number;
};

const capacities = {
  plain: { vcpus: 128, memoryGib: 1_024, gpus: 0, bootDiskGib: 15_360 },
  withGpus: { vcpus: 192, memoryGib: 2_048, gpus: 8, bootDiskGib: 30_720 },
} as const satisfies Record<string, Size>;
const hostsFromTheBeginning = 4;
/** The number of newest hosts that are tried; trying thousands for each VM would take seconds. */
const hostsTried = 16;

/** Returns the largest possible VM of a machine type. */
export const capacityOf = (machineType: string): Size =>
  catalogue[machineType]?.gpu ? capacities.withGpus : capacities.plain;

/**
 * Returns every host. A VM is put on the first of the newest hosts with room for it; if none has room, a host is
 * added, so that no VM fails for lack of one.
 */
export function hostsIn(state: WorldState): Host[] {
  const racks = new Map<string, Filling[]>();
  for (const { id, machineTypes } of state.dataCenters.values()) {
    for (const type of machineTypes) {
      racks.set(
        `${id}/${type}`,
        Array.from({ length: hostsFromTheBeginning }, () => emptyHost(id, type)),
      );
    }
  }
  for (const vm of vmsIn(state)) {
    const rack = racks.get(`${vm.dataCenter}/${vm.machineType}`);
    if (rack) place(vm, rack);
  }
  return [...racks.values()].flatMap((rack) =>
    rack.map((host, nth) => ({ ...host, id: `${host.dataCenter}-${host.machineType}-${nth + 1}` })),
  );
}

/** Returns how many more VMs of a size fit on a host. */
export function roomFor({ capacity, used }: Host, size: Size): number {
  const room = measures
    .filter((measure) => size[measure] > 0)
    .map((measure) => Math.floor((capacity[measure] - used[measure]) / size[measure]));
  return Math.max(0, Math.min(...room));
}

export const fits = (size: Size, within: Size): boolean =>
  measures.every((measure) => size[measure] <= within[measure]);

type Filling = Omit<Host, 'id' | 'used' | 'vms'> & { used: Size; vms: number };

const measures = ['vcpus', 'memoryGib', 'gpus', 'bootDiskGib'] as const satisfies (keyof Size)[];

const plus = (left: Size, right: Size): Size => ({
  vcpus: left.vcpus + right.vcpus,
  memoryGib: left.memoryGib + right.memoryGib,
  gpus: left.gpus + right.gpus,
  bootDiskGib: left.bootDiskGib + right.bootDiskGib,
});

const emptyHost = (dataCenter: string, machineType: string): Filling => ({
  dataCenter,
  machineType,
  capacity: capacityOf(machineType),
  used: { vcpus: 0, memoryGib: 0, gpus: 0, bootDiskGib: 0 },
  vms: 0,
});

function place({ size, dataCenter, machineType }: Vm, rack: Filling[]): void {
  let host = rack.slice(-hostsTried).find(({ used, capacity }) => fits(plus(used, size), capacity));
  if (!host) {
    host = emptyHost(dataCenter, machineType);
    rack.push(host);
  }
  host.used = plus(host.used, size);
  host.vms += 1;
}

function* vmsIn(state: WorldState): Generator<Vm> {
  for (const { holdings } of state.projects.values()) {
    for (const holding of holdings) {
      if (holding.kind === 'vm' && existsAt(holding.life, state.at)) yield holding;
    }
  }
}
