import { catalogue, type MachineType, priceOf, type Size, type VmPrice } from '../catalogue.ts';
import { existing } from '../refusal.ts';
import type { DataCenter, WorldState } from '../world-state.ts';
import { roomFor } from './hosts.ts';

export type Cpu = { readonly model: string; readonly vendor: string; readonly class: string };

/** Processors by machine type. */
export const cpus: Readonly<Record<string, Cpu>> = {
  'epyc-milan': { model: 'EPYC Milan', vendor: 'AMD', class: 'general-purpose' },
  'sapphire-rapids-h100': { model: 'Sapphire Rapids', vendor: 'Intel', class: 'accelerated' },
  'sapphire-rapids-a100': { model: 'Sapphire Rapids', vendor: 'Intel', class: 'accelerated' },
  'sapphire-rapids-l40s': { model: 'Sapphire Rapids', vendor: 'Intel', class: 'accelerated' },
};

/** A machine type in a data center. */
export type Rack = {
  readonly dataCenter: DataCenter;
  readonly machineType: string;
  readonly type: MachineType;
  readonly cpu: Cpu;
};

/** A VM of a certain size at a price. */
export type Offer = Rack & {
  readonly id: string;
  readonly size: Size;
  readonly price: VmPrice;
  /** The number of such VMs that the hosts hold. */
  readonly available: number;
};

export const racksIn = (state: WorldState): Rack[] =>
  [...state.dataCenters.values()].flatMap((dataCenter) =>
    dataCenter.machineTypes.flatMap((machineType) => {
      const [type, cpu] = [catalogue[machineType], cpus[machineType]];
      return type && cpu ? [{ dataCenter, machineType, type, cpu }] : [];
    }),
  );

const plainSizes = [2, 4, 8, 16, 32, 64].map((vcpus) => ({
  vcpus,
  memoryGib: vcpus * 4,
  gpus: 0,
  bootDiskGib: vcpus < 16 ? 50 : 200,
}));
const gpuSizes = [1, 2, 4, 8].map((gpus) => ({
  vcpus: gpus * 12,
  memoryGib: gpus * 96,
  gpus,
  bootDiskGib: gpus * 100,
}));

/** Returns all offers, each machine type in its sizes. */
export function offersIn(state: WorldState): Offer[] {
  return racksIn(state).flatMap((rack) =>
    (rack.type.gpu ? gpuSizes : plainSizes).map((size) => ({
      ...rack,
      id: `${rack.dataCenter.id}.${rack.machineType}.${rack.type.gpu ? `${size.gpus}g` : `${size.vcpus}c`}`,
      size,
      price: priceOf(rack.type, size),
      available: roomFor(rack.machineType, size),
    })),
  );
}

/** Returns an offer. @throws Refusal when it does not exist. */
export const theOffer = (state: WorldState, id: string): Offer =>
  existing(
    offersIn(state).find((offer) => offer.id === id),
    `compute ${id}`,
  );
