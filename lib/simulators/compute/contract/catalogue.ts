import * as z from 'zod';
import { get, list } from '../../../clouds/compute/contract/define.ts';
import * as watched from '../../../clouds/compute/contract/search.ts';
import * as dataCenters from '../../../clouds/compute/contract/storage.ts';
import { Compute, FoundCompute, MachineTypes } from '../wire/catalogue.ts';
import { Region, VmDataCenter } from '../wire/data-center.ts';
import { SearchResult } from '../wire/search-result.ts';
import { PublicImage } from '../wire/storage.ts';
import { figure, flag, given, int32, maybe, several, text } from '../wire/values.ts';
import { none, one, specified } from './define.ts';

const page = { pageNumber: given(int32), pageSize: given(int32) };
const severalOf = given(several);
const number = given(int32);
const word = given(text);

const machineTypes = z.object({
  cpuModel: word,
  gpuModel: word,
  regionId: word,
  dataCenterId: word,
  orderBy: word,
  gpu: number,
  memoryGib: number,
  storageGib: number,
  vcpu: number,
  ...page,
});

export const getCompute = specified(
  'Get an offer of compute',
  get('getCompute', '/v1/compute/get/{id}', one, z.object({ compute: maybe(Compute) })),
);
export const listComputeImages = specified(
  'List the images that compute can be ordered with',
  list('listComputeImages', '/v1/compute/images', none, {
    field: 'images',
    item: PublicImage,
    paging: 'whole',
  }),
);
export const searchCompute = specified(
  'Search offers of compute',
  get(
    'searchCompute',
    '/v1/compute/search',
    z.object({
      cpuVendor: severalOf,
      cpuClass: severalOf,
      cpuModel: severalOf,
      gpuVendor: severalOf,
      gpuClass: severalOf,
      gpuModel: severalOf,
      regionId: severalOf,
      dataCenterId: severalOf,
      gpuCountGte: number,
      gpuCountLte: number,
      memoryGte: number,
      memoryLte: number,
      availableGte: number,
      storageGte: number,
      storageLte: number,
      vcpusGte: number,
      vcpusLte: number,
      ...page,
      priceHrLte: given(figure),
      renewableEnergy: given(flag),
      orderBy: word,
    }),
    FoundCompute,
  ),
);
export const searchComputeV2 = specified(
  'Search offers of compute, second version',
  get('searchComputeV2', '/v1/compute/search_v2', machineTypes, MachineTypes),
);
export const listVmDataCenters = specified('List the data centers that have VMs', {
  ...dataCenters.listVmDataCenters,
  input: z.object({ regionId: severalOf, renewableEnergy: given(flag) }),
  item: VmDataCenter,
});
export const getVmMachineTypes = specified(
  'Search machine types for VMs',
  get('getVmMachineTypes', '/v1/vms/machine-types', machineTypes, MachineTypes),
);
export const listPublicImages = specified(
  'List public images',
  list('listPublicImages', '/v1/vms/public-images', none, {
    field: 'images',
    item: PublicImage,
    paging: 'whole',
  }),
);
export const listRegions = specified(
  'List regions',
  list('listRegions', '/v1/regions', none, { field: 'regions', item: Region, paging: 'whole' }),
);
export const searchResources = specified(
  'Search all resources that the caller can see',
  { ...watched.searchResources, input: z.object({ query: given(text) }), item: SearchResult },
  {
    note: "The specification leaves the parameter's name out; it is that of the platform. Without it, everything is found.",
  },
);
