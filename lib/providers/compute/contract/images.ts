import * as z from 'zod';
import { ResourceId, VmId } from '../../../model/ids.ts';
import type { Operation } from '../../operation.ts';
import { WireImage } from '../wire/image.ts';
import { inProject, list, noBody, noReply } from './define.ts';

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
