import * as z from 'zod';
import { WireSearchResult } from '../wire/machine.ts';
import { list } from './define.ts';

export const searchResources = list(
  'searchResources',
  '/v1/resources/search',
  z.object({ query: z.string() }),
  {
    field: 'results',
    item: WireSearchResult,
    paging: 'whole',
  },
);
