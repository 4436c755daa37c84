import { inProject, noBody, post, remove, send } from '../../../clouds/compute/contract/define.ts';
import * as watched from '../../../clouds/compute/contract/storage.ts';
import { CreatePrivateVmImageResponse, GetPrivateVmImageResponse, PrivateImage } from '../wire/storage.ts';
import { given, name, text } from '../wire/values.ts';
import { oneInProject, onPlatform, specified } from './define.ts';

const images = '/v1/projects/{projectId}/images';

export const listImages = specified('List private images', { ...watched.listImages, item: PrivateImage });
export const createImage = specified(
  'Make a private image of a VM',
  send('POST', 'createImage', images, {
    input: inProject.extend({ vmId: name, id: name, description: given(text) }),
    body: noBody,
    reply: CreatePrivateVmImageResponse.optional(),
  }),
  'Parameters go into the query. Billed by size.',
);
export const describeImage = specified(
  'Change the description of a private image',
  post('describeImage', `${images}/{id}`, oneInProject.extend({ description: given(text) })),
);
export const deleteImage = specified(
  'Delete a private image',
  remove('deleteImage', `${images}/{id}`, oneInProject),
);
export const getImage = onPlatform('Get a private image', {
  ...watched.getImage,
  reply: GetPrivateVmImageResponse,
});
