import { catalogue, type Size } from '../catalogue.ts';
import type { WorldState } from '../world-state.ts';

/** A host of the VMs of a data center. What runs on it is not simulated: no VM fails for lack of a host. */
export type Host = {
  readonly id: string;
  readonly dataCenter: string;
  readonly machineType: string;
};

const capacities = {
  plain: { vcpus: 128, memoryGib: 1_024, gpus: 0, bootDiskGib: 15_360 },
  withGpus: { vcpus: 192, memoryGib: 2_048, gpus: 8, bootDiskGib: 30_720 },
} as const satisfies Record<string, Size>;

/** The number of hosts of each machine type in a data center. */
export const hostsOfType = 4;

/** Returns the largest possible VM of a machine type. */
export const capacityOf = (machineType: string): Size =>
  catalogue[machineType]?.gpu ? capacities.withGpus : capacities.plain;

export const hostsIn = ({ dataCenters }: WorldState): Host[] =>
  [...dataCenters.values()].flatMap(({ id: dataCenter, machineTypes }) =>
    machineTypes.flatMap((machineType) =>
      Array.from({ length: hostsOfType }, (_, nth) => ({
        id: `${dataCenter}-${machineType}-${nth + 1}`,
        dataCenter,
        machineType,
      })),
    ),
  );

const measures = ['vcpus', 'memoryGib', 'gpus', 'bootDiskGib'] as const satisfies (keyof Size)[];

/** Returns how many VMs of a size the hosts of a machine type hold. */
export function roomFor(machineType: string, size: Size): number {
  const capacity = capacityOf(machineType);
  const room = measures
    .filter((measure) => size[measure] > 0)
    .map((measure) => Math.floor(capacity[measure] / size[measure]));
  return hostsOfType * Math.min(...room);
}
