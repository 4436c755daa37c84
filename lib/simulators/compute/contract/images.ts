import * as z from 'zod';
import { inProject, noReply, remove, send } from '../../../clouds/compute/contract/define.ts';
import * as watched from '../../../clouds/compute/contract/storage.ts';
import { CreatePrivateVmImageResponse, GetPrivateVmImageResponse, PrivateImage } from '../wire/storage.ts';
import { given, name, text } from '../wire/values.ts';
import { oneInProject, onPlatform, specified } from './define.ts';

const images = '/v1/projects/{projectId}/images';
const description = given(text);
/** The specification lists these without saying where they go, so they are taken in the query and in the body. */
const ofNewImage = { vmId: given(name), id: given(name), description };

export const listImages = specified('List private images', { ...watched.listImages, item: PrivateImage });
export const createImage = specified(
  'Make a private image of a VM',
  send('POST', 'createImage', images, {
    input: inProject.extend(ofNewImage),
    body: z.object(ofNewImage).optional(),
    reply: CreatePrivateVmImageResponse.optional(),
  }),
  { note: 'Needs vmId and id. Parameters go into the query or the body. Billed by size.' },
);
export const describeImage = specified(
  'Change the description of a private image',
  send('POST', 'describeImage', `${images}/{id}`, {
    input: oneInProject.extend({ description }),
    body: z.object({ description }).optional(),
    reply: noReply,
  }),
  { note: 'The description goes into the query or the body.' },
);
export const deleteImage = specified(
  'Delete a private image',
  remove('deleteImage', `${images}/{id}`, oneInProject),
);
export const getImage = onPlatform('Get a private image', {
  ...watched.getImage,
  reply: GetPrivateVmImageResponse,
});
