import { contract as cloud } from '../../../../cloud/contract/whole/contract.ts';
import { searchReply } from '../../replies/search.ts';
import { badRequest } from '../api-error.ts';
import { list, type Route } from '../route.ts';

export const searchRoutes = {
  searchResources: list(cloud.searchResources, (world, { query }) => {
    if (query.trim() === '') throw badRequest([{ field: 'query', description: 'must not be empty' }]);
    return searchReply(world.state(), query);
  }),
} as const satisfies Record<string, Route>;
