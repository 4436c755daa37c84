import type * as z from 'zod';
import { groupByKey } from '../../../../model/grouped-by.ts';
import { contract as cloud, type contract } from '../../contract/contract.ts';
import { hostConfigReply, imageReply, offerReply, vmDataCenterReply } from '../../replies/catalogue.ts';
import { searchReply } from '../../replies/search.ts';
import type { MachineTypes } from '../../wire/catalogue.ts';
import { priceOf, publicImages, type Size } from '../../world/catalogue.ts';
import {
  available,
  type Offer,
  offersIn,
  type Rack,
  racksIn,
  theOffer,
} from '../../world/compute/compute-offers.ts';
import { capacityOf, fits } from '../../world/compute/hosts.ts';
import { byId, type WorldState } from '../../world/world-state.ts';
import { sees } from '../access.ts';
import { badRequest } from '../api-error.ts';
import { numberedPage } from '../paging.ts';
import { list, type Route, shows, single } from '../route.ts';

/** The fields that a list can be ordered by, by their names in requests. */
type OrderFields<T> = Readonly<Record<string, (thing: T) => number | string>>;

/**
 * Orders things as a client asks, in the form of AIP-132: "priceHr desc, vcpus". Equal things keep their order.
 * @throws ApiError for an unknown field, or a direction other than "asc" and "desc".
 */
function inOrder<T>(things: readonly T[], orderBy: string | undefined, fields: OrderFields<T>): T[] {
  if (orderBy === undefined || orderBy.trim() === '') return [...things];
  const terms = orderBy.split(',').map((term) => {
    const [, name = '', direction = 'asc'] = /^\s*(\w+)(?:\s+(asc|desc))?\s*$/i.exec(term) ?? [];
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) {
      const description = `"${term.trim()}" is not a sort order: use one of ${Object.keys(fields).join(', ')}, followed by "desc" for descending order`;
      throw badRequest([{ field: 'orderBy', description }]);
    }
    return { field, sign: direction.toLowerCase() === 'desc' ? -1 : 1 };
  });
  return things.toSorted((left, right) => {
    for (const { field, sign } of terms) {
      const [one, other] = [field(left), field(right)];
      if (one !== other) return one < other ? -sign : sign;
    }
    return 0;
  });
}

/** Reports whether one of a thing's names is requested; without a request, every thing is. */
function isAmong(asked: readonly string[] | string | undefined, ...names: readonly string[]): boolean {
  const wanted = (typeof asked === 'string' ? [asked] : (asked ?? [])).filter((text) => text !== '');
  if (wanted.length === 0) return true;
  return wanted.some((one) => names.some((name) => name !== '' && name.toLowerCase() === one.toLowerCase()));
}

const fields: OrderFields<Offer> = {
  priceHr: ({ price }) => price.total.toNumber(),
  vcpus: ({ size }) => size.vcpus,
  memoryGib: ({ size }) => size.memoryGib,
  gpus: ({ size }) => size.gpus,
  storageGib: ({ size }) => size.bootDiskGib,
  available: ({ available }) => available,
  dataCenterId: ({ dataCenter }) => dataCenter.id,
  id: ({ id }) => id,
};

/** Answers the first search, cheapest first unless ordered otherwise. */
const searchCompute: Route = single(cloud.searchCompute, (world, asked) => {
  const { pageNumber, pageSize, orderBy, ...filters } = asked;
  const found = offersIn(world.state()).filter(
    (offer) => isOfKind(offer, filters) && isOfSize(offer, filters) && isPlaced(offer, filters),
  );
  const ordered = inOrder(inOrder(found, 'priceHr, id', fields), orderBy, fields);
  const page = numberedPage(ordered, { pageNumber, pageSize });
  const request = { ...filters, orderBy, pageNumber: page.pageNumber, pageSize: page.pageSize };
  return { compute: page.items.map(offerReply), request, totalCount: ordered.length };
});

type Filters = ReturnType<typeof cloud.searchCompute.input.parse>;

function isOfKind({ cpu, type }: Offer, asked: Filters): boolean {
  const gpu = { model: '', modelId: '', ...type.gpu };
  return (
    isAmong(asked.cpuVendor, cpu.vendor) &&
    isAmong(asked.cpuClass, cpu.class) &&
    isAmong(asked.cpuModel, cpu.model) &&
    isAmong(asked.gpuVendor, type.gpu ? 'NVIDIA' : '') &&
    isAmong(asked.gpuClass, type.gpu ? 'data-center' : '') &&
    isAmong(asked.gpuModel, gpu.model, gpu.modelId)
  );
}

function isOfSize({ size, available, price }: Offer, asked: Filters): boolean {
  const isWithin = (value: number, least = 0, most = Number.POSITIVE_INFINITY): boolean =>
    value >= least && value <= most;
  return (
    isWithin(size.gpus, asked.gpuCountGte, asked.gpuCountLte) &&
    isWithin(size.memoryGib, asked.memoryGte, asked.memoryLte) &&
    isWithin(size.bootDiskGib, asked.storageGte, asked.storageLte) &&
    isWithin(size.vcpus, asked.vcpusGte, asked.vcpusLte) &&
    isWithin(available, asked.availableGte) &&
    isWithin(price.total.toNumber(), 0, asked.priceHrLte)
  );
}

const isPlaced = ({ dataCenter }: Offer, asked: Filters): boolean =>
  isAmong(asked.regionId, dataCenter.regionId) &&
  isAmong(asked.dataCenterId, dataCenter.id) &&
  (asked.renewableEnergy === undefined || asked.renewableEnergy === dataCenter.renewableEnergy);

type Asked = z.output<typeof contract.getVmMachineTypes.input>;
type Found = { readonly rack: Rack; readonly count: number; readonly price: number };

const typeFields: OrderFields<Found> = {
  priceHr: ({ price }) => price,
  countVmAvailable: ({ count }) => count,
  maxVcpu: ({ rack }) => capacityOf(rack.machineType).vcpus,
  maxMemoryGib: ({ rack }) => capacityOf(rack.machineType).memoryGib,
  maxGpu: ({ rack }) => capacityOf(rack.machineType).gpus,
  dataCenterId: ({ rack }) => rack.dataCenter.id,
  machineType: ({ rack }) => rack.machineType,
};

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
    .filter((rack) => isAsked(rack, asked) && fits(size, capacityOf(rack.machineType)))
    .map((rack) => ({
      rack,
      count: available(rack, size),
      price: priceOf(rack.type, size).total.toNumber(),
    }));
  const ordered = inOrder(
    inOrder(found, 'priceHr, dataCenterId, machineType', typeFields),
    asked.orderBy,
    typeFields,
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

/** Groups results by a property, with the number of available VMs and the lowest price of each group. */
function distinct<T extends object>(found: readonly Found[], of: (found: Found) => T) {
  const groups = groupByKey(found, (one) => JSON.stringify(of(one)));
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
  listVmDataCenters: list(cloud.listVmDataCenters, (state, { regionId, renewableEnergy }) =>
    byId(state.dataCenters.values())
      .filter(({ machineTypes }) => machineTypes.length > 0)
      .filter((dataCenter) => isAmong(regionId, dataCenter.regionId))
      .filter((dataCenter) => renewableEnergy === undefined || dataCenter.renewableEnergy === renewableEnergy)
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
  searchResources: list(cloud.searchResources, (state, { query = '' }, caller) =>
    searchReply(state, query, (place) => sees(state, caller, place)),
  ),
} as const satisfies Record<string, Route>;
