import * as z from 'zod';
import { ResourceId, VmId } from '../../../model/ids.ts';
import {
  WireBucket,
  WireDisk,
  WireImage,
  WireNetwork,
  WireVmDataCenter,
  WireVolume,
} from '../wire/storage.ts';
import { get, getInProject, inProject, list, listInProject, oneInProject, post } from './define.ts';

export const listDisks = listInProject('listDisks', 'disks', WireDisk);
export const getDisk = getInProject('getDisk', 'disks', z.object({ disk: WireDisk }));
export const listImages = listInProject('listImages', 'images', WireImage);
export const getImage = getInProject('getImage', 'images', z.object({ image: WireImage }));
/** Makes an image of a VM, which is billed by its size until it is deleted. The parameters go into the query. */
export const createImage = post(
  'createImage',
  '/v1/projects/{projectId}/images',
  inProject.extend({ vmId: VmId, id: ResourceId, description: z.string().optional() }),
);
export const listNetworks = listInProject('listNetworks', 'networks', WireNetwork);
export const getNetwork = getInProject('getNetwork', 'networks', z.object({ network: WireNetwork }));
export const listVolumes = listInProject('listVolumes', 'volumes', WireVolume);
export const getVolume = getInProject('getVolume', 'volumes', WireVolume);
export const listBuckets = list('listBuckets', '/v1/projects/{projectId}/object-storage/buckets', inProject, {
  field: 'buckets',
  item: WireBucket,
  paging: 'number',
});

export const getBucket = get(
  'getBucket',
  '/v1/projects/{projectId}/object-storage/buckets/{dataCenterId}/{id}',
  oneInProject.extend({ dataCenterId: z.string().min(1) }),
  WireBucket,
);

export const listVmDataCenters = list('listVmDataCenters', '/v1/vms/data-centers', z.object({}), {
  field: 'dataCenters',
  item: WireVmDataCenter,
  paging: 'whole',
});
