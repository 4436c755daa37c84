import { contract as cloud } from '../../contract/contract.ts';
import { searchReply } from '../../replies/search.ts';
import { badRequest } from '../api-error.ts';
import { sees } from '../caller.ts';
import { list, type Route } from '../route.ts';

export const searchRoutes = {
  searchResources: list(cloud.searchResources, (world, { query }, caller) => {
    if (query.trim() === '') throw badRequest([{ field: 'query', description: 'must not be empty' }]);
    const state = world.state();
    return searchReply(state, query, (place) => sees(state, caller, place));
  }),
} as const satisfies Record<string, Route>;
