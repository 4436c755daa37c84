import { contract as cloud } from '../../contract/contract.ts';
import { imageReply, vmDataCenterReply } from '../../replies/catalogue.ts';
import { searchReply } from '../../replies/search.ts';
import { publicImages } from '../../world/catalogue.ts';
import { byId } from '../../world/world-state.ts';
import { sees } from '../access.ts';
import { badRequest } from '../api-error.ts';
import { list, type Route } from '../route.ts';

export const catalogueRoutes = {
  listPublicImages: list(cloud.listPublicImages, () => [...publicImages.values()].map(imageReply)),
  listVmDataCenters: list(cloud.listVmDataCenters, (state) =>
    byId(state.dataCenters.values()).map(vmDataCenterReply),
  ),
} as const satisfies Record<string, Route>;

export const searchRoutes = {
  searchResources: list(cloud.searchResources, (state, { query }, caller) => {
    if (query.trim() === '') throw badRequest([{ field: 'query', description: 'must not be empty' }]);
    return searchReply(state, query, (place) => sees(state, caller, place));
  }),
} as const satisfies Record<string, Route>;
