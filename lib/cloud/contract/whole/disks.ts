import * as z from 'zod';
import { CreateDiskBody, Disk, GetDiskResponse } from '../../wire/whole/disk.ts';
import { text } from '../../wire/whole/values.ts';
import { get, inProject, list, noBody, noReply } from '../define.ts';
import { inferred, oneInProject, onPlatform, remove, send } from './define.ts';

const disks = '/v1/projects/{projectId}/disks';
const disk = '/v1/projects/{projectId}/disk/{id}';

export const listDisks = onPlatform(
  'List disks',
  list('listDisks', disks, inProject, { field: 'disks', item: Disk, paging: 'number' }),
);
export const getDisk = inferred('Get a disk', get('getDisk', `${disks}/{id}`, oneInProject, GetDiskResponse));
export const createDisk = inferred(
  'Create a storage disk',
  send('POST', 'createDisk', disks, { input: inProject, body: CreateDiskBody, reply: noReply }),
);
export const deleteDisk = inferred(
  'Delete a storage disk',
  remove('deleteDisk', `${disks}/{id}`, oneInProject),
);
export const attachDisk = inferred(
  'Attach a storage disk to a VM',
  send('PATCH', 'attachDisk', `${disk}/attach`, {
    input: oneInProject,
    body: z.object({ vmId: text }),
    reply: noReply,
  }),
);
export const detachDisk = inferred(
  'Detach a storage disk from its VM',
  send('PUT', 'detachDisk', `${disk}/detach`, { input: oneInProject, body: noBody, reply: noReply }),
  'A detached disk stays billed.',
);
