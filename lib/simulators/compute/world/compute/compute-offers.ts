import { groupByKey } from '../../../../model/grouped-by.ts';
import { catalogue, type MachineType, priceOf, type Size, type VmPrice } from '../catalogue.ts';
import { existing } from '../refusal.ts';
import type { DataCenter, WorldState } from '../world-state.ts';
import { type Host, hostsIn, roomFor } from './hosts.ts';

export type Cpu = { readonly model: string; readonly vendor: string; readonly class: string };

/** Processors by machine type. */
export const cpus: Readonly<Record<string, Cpu>> = {
  'epyc-milan': { model: 'EPYC Milan', vendor: 'AMD', class: 'general-purpose' },
  'sapphire-rapids-h100': { model: 'Sapphire Rapids', vendor: 'Intel', class: 'accelerated' },
  'sapphire-rapids-a100': { model: 'Sapphire Rapids', vendor: 'Intel', class: 'accelerated' },
  'sapphire-rapids-l40s': { model: 'Sapphire Rapids', vendor: 'Intel', class: 'accelerated' },
};

/** A machine type in a data center, and the hosts of it there. */
export type Rack = {
  readonly dataCenter: DataCenter;
  readonly machineType: string;
  readonly type: MachineType;
  readonly cpu: Cpu;
  readonly hosts: readonly Host[];
};

/** A VM of a certain size at a price. */
export type Offer = Rack & {
  readonly id: string;
  readonly size: Size;
  readonly price: VmPrice;
  /** The number of such VMs that still fit. */
  readonly available: number;
};

export function racksIn(state: WorldState): Rack[] {
  const hosts = groupByKey(hostsIn(state), ({ dataCenter, machineType }) => `${dataCenter}/${machineType}`);
  return [...state.dataCenters.values()].flatMap((dataCenter) =>
    dataCenter.machineTypes.flatMap((machineType) => {
      const [type, cpu] = [catalogue[machineType], cpus[machineType]];
      if (!type || !cpu) return [];
      return [
        { dataCenter, machineType, type, cpu, hosts: hosts.get(`${dataCenter.id}/${machineType}`) ?? [] },
      ];
    }),
  );
}

export const available = ({ hosts }: Rack, size: Size): number =>
  hosts.reduce((count, host) => count + roomFor(host, size), 0);

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
      available: available(rack, size),
    })),
  );
}

/** Returns an offer. @throws Refusal when it does not exist. */
export const theOffer = (state: WorldState, id: string): Offer =>
  existing(
    offersIn(state).find((offer) => offer.id === id),
    `compute ${id}`,
  );
