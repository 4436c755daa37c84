import * as z from 'zod';
import { inProject, noBody, noReply, remove, send } from '../../../clouds/compute/contract/define.ts';
import * as watched from '../../../clouds/compute/contract/storage.ts';
import { CreateDiskBody, Disk, GetDiskResponse } from '../wire/storage.ts';
import { given, int32, text } from '../wire/values.ts';
import { oneInProject, onPlatform } from './define.ts';

const disks = '/v1/projects/{projectId}/disks';
const disk = '/v1/projects/{projectId}/disk/{id}';

export const listDisks = onPlatform('List disks', { ...watched.listDisks, item: Disk });
export const getDisk = onPlatform('Get a disk', { ...watched.getDisk, reply: GetDiskResponse });
export const createDisk = onPlatform(
  'Create a storage disk',
  send('POST', 'createDisk', disks, { input: inProject, body: CreateDiskBody, reply: noReply }),
);
export const deleteDisk = onPlatform(
  'Delete a storage disk',
  remove('deleteDisk', `${disks}/{id}`, oneInProject),
);
export const attachDisk = onPlatform(
  'Attach a storage disk to a VM',
  send('PATCH', 'attachDisk', `${disk}/attach`, {
    input: oneInProject,
    body: z.object({ vmId: text }),
    reply: noReply,
  }),
);
export const detachDisk = onPlatform(
  'Detach a storage disk from its VM',
  send('PUT', 'detachDisk', `${disk}/detach`, { input: oneInProject, body: noBody, reply: noReply }),
  { note: 'A detached disk stays billed.' },
);
export const resizeVmDisk = onPlatform(
  'Make a disk of a VM larger',
  send('PATCH', 'resizeVmDisk', '/v1/projects/{projectId}/vms/{id}/disks', {
    input: oneInProject.extend({ diskId: given(text), sizeGib: given(int32) }),
    body: noBody,
    reply: noReply,
  }),
);
