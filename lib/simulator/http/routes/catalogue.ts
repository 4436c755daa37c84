import { contract as cloud } from '../../contract/contract.ts';
import { imageReply, offerReply, vmDataCenterReply } from '../../replies/catalogue.ts';
import { searchReply } from '../../replies/search.ts';
import { publicImages } from '../../world/catalogue.ts';
import { theOffer } from '../../world/compute/compute-offers.ts';
import { byId } from '../../world/world-state.ts';
import { sees } from '../access.ts';
import { badRequest } from '../api-error.ts';
import { list, type Route, shows } from '../route.ts';
import { isAmong, machineTypesReply, searchCompute } from './search-offers.ts';

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
  searchResources: list(cloud.searchResources, (state, { query }, caller) => {
    if (query.trim() === '') throw badRequest([{ field: 'query', description: 'must not be empty' }]);
    return searchReply(state, query, (place) => sees(state, caller, place));
  }),
} as const satisfies Record<string, Route>;
