import type * as z from 'zod';
import { groupedBy } from '../../../../model/grouped-by.ts';
import { compareText } from '../../../../model/words.ts';
import { contract as cloud, type contract } from '../../contract/contract.ts';
import { hostConfigReply, imageReply, offerReply, vmDataCenterReply } from '../../replies/catalogue.ts';
import { searchReply } from '../../replies/search.ts';
import type { MachineTypes } from '../../wire/catalogue.ts';
import { priceOf, publicImages, type Size } from '../../world/catalogue.ts';
import { offersIn, type Rack, racksIn, theOffer } from '../../world/compute/compute-offers.ts';
import { capacityOf, roomFor } from '../../world/compute/hosts.ts';
import { byId, type WorldState } from '../../world/world-state.ts';
import { sees } from '../access.ts';
import { badRequest } from '../api-error.ts';
import { numberedPage } from '../paging.ts';
import { list, type Route, shows, single } from '../route.ts';

/** Answers the first search with all offers, cheapest first. */
const searchCompute: Route = single(cloud.searchCompute, (world, asked) => {
  const offers = offersIn(world.state()).toSorted(
    (left, right) => left.price.total.comparedTo(right.price.total) || compareText(left.id, right.id),
  );
  const { items, pageNumber, pageSize } = numberedPage(offers, asked);
  return {
    compute: items.map(offerReply),
    request: { ...asked, pageNumber, pageSize },
    totalCount: offers.length,
  };
});

type Asked = z.output<typeof contract.getVmMachineTypes.input>;
type Found = { readonly rack: Rack; readonly count: number; readonly price: number };

/** Returns the places for a VM of the requested size, cheapest first. The figures cover all pages. */
function machineTypesReply(state: WorldState, asked: Asked): z.input<typeof MachineTypes> {
  // A part that is not requested is the smallest possible.
  const size: Size = {
    vcpus: Math.max(1, asked.vcpu ?? 1),
    memoryGib: Math.max(1, asked.memoryGib ?? 1),
    gpus: Math.max(0, asked.gpu ?? 0),
    bootDiskGib: Math.max(0, asked.storageGib ?? 0),
  };
  const found = racksIn(state)
    .map((rack) => ({
      rack,
      count: roomFor(rack.machineType, size),
      price: priceOf(rack.type, size).total.toNumber(),
    }))
    .filter(({ count }) => count > 0)
    .toSorted((left, right) => left.price - right.price);
  const { items, pageNumber, pageSize } = numberedPage(found, asked);
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

/** Groups results by a property, with the number of available VMs and the lowest price of each group. */
function distinct<T extends object>(found: readonly Found[], of: (found: Found) => T) {
  const groups = groupedBy(found, (one) => JSON.stringify(of(one)));
  return [...groups.values()].map((group) => ({
    ...of(group[0]),
    countVmAvailable: group.reduce((total, { count }) => total + count, 0),
    minPriceHr: { value: String(Math.min(...group.map(({ price }) => price))) },
  }));
}

export const catalogueRoutes = {
  getCompute: shows(cloud.getCompute, (state, { id }) => ({
    compute: offerReply(theOffer(state, id)),
  })),
  searchCompute,
  searchComputeV2: shows(cloud.searchComputeV2, (state, asked) => machineTypesReply(state, asked)),
  getVmMachineTypes: shows(cloud.getVmMachineTypes, (state, asked) => machineTypesReply(state, asked)),
  listComputeImages: list(cloud.listComputeImages, () => [...publicImages.values()].map(imageReply)),
  listPublicImages: list(cloud.listPublicImages, () => [...publicImages.values()].map(imageReply)),
  listVmDataCenters: list(cloud.listVmDataCenters, (state) =>
    byId(state.dataCenters.values())
      .filter(({ machineTypes }) => machineTypes.length > 0)
      .map(vmDataCenterReply),
  ),
  /** Only regions with a data center are listed. */
  listRegions: list(cloud.listRegions, (state) => {
    const regions = [...state.dataCenters.values()].map(({ regionId }) => regionId);
    return [...new Set(regions)]
      .filter((id) => id !== '')
      .toSorted()
      .map((id) => ({ id, name: id }));
  }),
} as const satisfies Record<string, Route>;

export const searchRoutes = {
  searchResources: list(cloud.searchResources, (state, { query }, caller) => {
    if (query.trim() === '') throw badRequest([{ field: 'query', description: 'must not be empty' }]);
    return searchReply(state, query, (place) => sees(state, caller, place));
  }),
} as const satisfies Record<string, Route>;
