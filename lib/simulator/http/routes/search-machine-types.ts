import type * as z from 'zod';
import type { contract } from '../../contract/contract.ts';
import { hostConfigReply } from '../../replies/catalogue.ts';
import type { MachineTypes } from '../../wire/catalogue.ts';
import { priceOf, type Size } from '../../world/catalogue.ts';
import { available, type Rack, racksIn } from '../../world/compute/compute-offers.ts';
import { capacityOf, fits } from '../../world/compute/hosts.ts';
import type { WorldState } from '../../world/world-state.ts';
import { isAmong } from '../among.ts';
import { inOrder, type OrderFields } from '../order-by.ts';
import { numberedPage } from '../paging.ts';

type Asked = z.output<typeof contract.getVmMachineTypes.input>;
type Found = { readonly rack: Rack; readonly count: number; readonly price: number };

const fields: OrderFields<Found> = {
  priceHr: ({ price }) => price,
  countVmAvailable: ({ count }) => count,
  maxVcpu: ({ rack }) => capacityOf(rack.machineType).vcpus,
  maxMemoryGib: ({ rack }) => capacityOf(rack.machineType).memoryGib,
  maxGpu: ({ rack }) => capacityOf(rack.machineType).gpus,
  dataCenterId: ({ rack }) => rack.dataCenter.id,
  machineType: ({ rack }) => rack.machineType,
};

/** Where a VM of the size asked for can be had, the cheapest first. The figures are of all pages. */
export function machineTypesReply(state: WorldState, asked: Asked): z.input<typeof MachineTypes> {
  // Of what is left out a VM has as little as it can.
  const size: Size = {
    vcpus: Math.max(1, asked.vcpu ?? 1),
    memoryGib: Math.max(1, asked.memoryGib ?? 1),
    gpus: Math.max(0, asked.gpu ?? 0),
    bootDiskGib: Math.max(0, asked.storageGib ?? 0),
  };
  const found = racksIn(state)
    .filter((rack) => isAsked(rack, asked) && fits(size, capacityOf(rack.machineType)))
    .map((rack) => ({
      rack,
      count: available(rack, size),
      price: priceOf(rack.type, size).total.toNumber(),
    }));
  const ordered = inOrder(
    inOrder(found, 'priceHr, dataCenterId, machineType', fields),
    asked.orderBy,
    fields,
  );
  const { items, pageNumber, pageSize } = numberedPage(ordered, asked);
  const racks = found.map(({ rack }) => rack);
  const most = (measure: keyof Size): number =>
    Math.max(0, ...racks.map(({ machineType }) => capacityOf(machineType)[measure]));
  return {
    countVmAvailable: found.reduce((total, { count }) => total + count, 0),
    maxGpu: most('gpus'),
    maxMemoryGib: most('memoryGib'),
    maxVcpu: most('vcpus'),
    cpuModels: distinct(found, ({ rack: { cpu } }) => ({ name: cpu.model })),
    dataCenters: distinct(found, ({ rack: { dataCenter } }) => ({
      id: dataCenter.id,
      renewableEnergy: dataCenter.renewableEnergy,
    })),
    gpuModels: distinct(
      found.filter(({ rack }) => rack.type.gpu !== null),
      ({ rack: { type } }) => ({ name: type.gpu?.model }),
    ),
    hostConfigs: items.map(({ rack, count }) => hostConfigReply(rack, size, count)),
    request: { ...asked, pageNumber, pageSize },
  };
}

const isAsked = ({ cpu, type, dataCenter }: Rack, asked: Asked): boolean =>
  isAmong(asked.cpuModel, cpu.model) &&
  isAmong(asked.gpuModel, type.gpu?.model ?? '', type.gpu?.modelId ?? '') &&
  isAmong(asked.regionId, dataCenter.regionId) &&
  isAmong(asked.dataCenterId, dataCenter.id);

/** What is found by something that it has, each once, with how many VMs there are of it and the least price. */
function distinct<T extends object>(found: readonly Found[], of: (found: Found) => T) {
  const groups = new Map<string, Found[]>();
  for (const one of found) {
    const key = JSON.stringify(of(one));
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap(([first, ...others]) =>
    first === undefined
      ? []
      : [
          {
            ...of(first),
            countVmAvailable: others.reduce((total, { count }) => total + count, first.count),
            minPriceHr: { value: String(Math.min(first.price, ...others.map(({ price }) => price))) },
          },
        ],
  );
}
