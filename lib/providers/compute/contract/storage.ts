import * as z from 'zod';
import { ResourceId, VmId } from '../../../model/ids.ts';
import type { Operation } from '../../operation.ts';
import {
  WireBucket,
  WireDisk,
  WireImage,
  WireNetwork,
  WireVmDataCenter,
  WireVolume,
} from '../wire/storage.ts';
import { inProject, list, noBody, noReply } from './define.ts';

export const listDisks = list('listDisks', '/v1/projects/{projectId}/disks', inProject, {
  field: 'disks',
  item: WireDisk,
  paging: 'number',
});

export const listImages = list('listImages', '/v1/projects/{projectId}/images', inProject, {
  field: 'images',
  item: WireImage,
  paging: 'number',
});
/** Its parameters go into the query. The image is billed by its size until it is deleted. */
export const createImage = {
  kind: 'single',
  id: 'createImage',
  method: 'POST',
  path: '/v1/projects/{projectId}/images',
  input: inProject.extend({ vmId: VmId, id: ResourceId, description: z.string().optional() }),
  body: noBody,
  reply: noReply,
} as const satisfies Operation;

export const listNetworks = list('listNetworks', '/v1/projects/{projectId}/networks', inProject, {
  field: 'networks',
  item: WireNetwork,
  paging: 'number',
});

export const listVolumes = list('listVolumes', '/v1/projects/{projectId}/volumes', inProject, {
  field: 'volumes',
  item: WireVolume,
  paging: 'number',
});

export const listBuckets = list('listBuckets', '/v1/projects/{projectId}/object-storage/buckets', inProject, {
  field: 'buckets',
  item: WireBucket,
  paging: 'number',
});

export const listVmDataCenters = list('listVmDataCenters', '/v1/vms/data-centers', z.object({}), {
  field: 'dataCenters',
  item: WireVmDataCenter,
  paging: 'whole',
});
