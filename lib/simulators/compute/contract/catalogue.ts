import * as z from 'zod';
import { list } from '../../../clouds/compute/contract/define.ts';
import * as watched from '../../../clouds/compute/contract/search.ts';
import * as dataCenters from '../../../clouds/compute/contract/storage.ts';
import { VmDataCenter } from '../wire/data-center.ts';
import { SearchResult } from '../wire/search-result.ts';
import { PublicImage } from '../wire/storage.ts';
import { flag, given, several } from '../wire/values.ts';
import { none, specified } from './define.ts';

export const listVmDataCenters = specified('List the data centers that have VMs', {
  ...dataCenters.listVmDataCenters,
  input: z.object({ regionId: given(several), renewableEnergy: given(flag) }),
  item: VmDataCenter,
});
export const listPublicImages = specified(
  'List public images',
  list('listPublicImages', '/v1/vms/public-images', none, {
    field: 'images',
    item: PublicImage,
    paging: 'whole',
  }),
);
export const searchResources = specified(
  'Search all resources that the caller can see',
  { ...watched.searchResources, item: SearchResult },
  "The parameter's name is that of the platform: the specification leaves it out.",
);
