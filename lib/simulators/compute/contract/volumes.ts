import { inProject, remove, send } from '../../../clouds/compute/contract/define.ts';
import * as watched from '../../../clouds/compute/contract/storage.ts';
import { ResourceId } from '../../../model/ids.ts';
import { CreateVolumeBody, UpdateVolumeBody, Volume } from '../wire/storage.ts';
import { onPlatform } from './define.ts';

const volumes = '/v1/projects/{projectId}/volumes';
const oneVolume = inProject.extend({ id: ResourceId });

export const listVolumes = onPlatform('List volumes', { ...watched.listVolumes, item: Volume });
export const getVolume = onPlatform('Get a volume', { ...watched.getVolume, reply: Volume });
export const createVolume = onPlatform(
  'Create a volume',
  send('POST', 'createVolume', volumes, { input: inProject, body: CreateVolumeBody, reply: Volume }),
);
export const updateVolume = onPlatform(
  'Change a volume, its commitment included',
  send('PATCH', 'updateVolume', `${volumes}/{id}`, {
    input: oneVolume,
    body: UpdateVolumeBody,
    reply: Volume,
  }),
);
export const deleteVolume = onPlatform(
  'Delete a volume',
  remove('deleteVolume', `${volumes}/{id}`, oneVolume),
);
