import * as z from 'zod';
import { get, inProject, noBody, noReply, post, send } from '../../../clouds/compute/contract/define.ts';
import * as watched from '../../../clouds/compute/contract/vms.ts';
import { VmId } from '../../../model/ids.ts';
import { given, int32, maybe, text, time } from '../wire/values.ts';
import {
  CommitVmBody,
  ConnectVmResponse,
  CountVmsResponse,
  CreateVmBody,
  CreateVmResponse,
  MonitorItem,
  ResizeVmResponse,
  Vm,
} from '../wire/vm.ts';
import { onPlatform, specified } from './define.ts';

const vm = '/v1/projects/{projectId}/vms/{id}';
const oneVm = inProject.extend({ id: VmId });

export const createVm = specified(
  'Create a VM',
  send('POST', 'createVm', '/v1/projects/{projectId}/vm', {
    input: inProject,
    body: CreateVmBody,
    reply: CreateVmResponse,
  }),
);
export const listVms = specified('List VMs', { ...watched.listVms, item: Vm });
export const getVm = specified('Get a VM', { ...watched.getVm, reply: z.object({ VM: maybe(Vm) }) });
export const countVms = specified(
  'Count VMs',
  get('countVms', '/v1/projects/{projectId}/count-vms', inProject, CountVmsResponse),
);
export const connectVm = specified(
  'Get a connection to a VM',
  get('connectVm', `${vm}/connect`, oneVm.extend({ connectionId: given(text) }), ConnectVmResponse),
  { role: 'EDITOR', note: 'The token is a secret.' },
);
export const monitorVm = specified(
  'Get the monitor samples of a VM',
  { ...watched.monitorVm, item: MonitorItem },
  { note: 'Has no GPU metrics.' },
);
export const rebootVm = specified('Reboot a VM', post('rebootVm', `${vm}/reboot`, oneVm));
export const startVm = specified('Start a VM', watched.startVm);
export const stopVm = specified('Stop a VM', watched.stopVm, {
  note: 'A stopped VM keeps its hardware and is billed in full.',
});
export const terminateVm = specified('Delete a VM', watched.terminateVm, {
  note: 'Permanent, boot disk included; storage disks are detached and stay billed.',
});
export const setVmMetadata = onPlatform(
  'Set the metadata of a VM',
  send('POST', 'setVmMetadata', '/v1/projects/{projectId}/vm/{id}/metadata', {
    input: oneVm,
    body: z.object({
      metadata: z.record(z.string(), z.string()),
      merge: given(z.boolean(), { description: 'Keep the keys that are not named.' }),
    }),
    reply: noReply,
  }),
);
export const setVmExpireTime = onPlatform(
  'Set when a VM expires',
  send('POST', 'setVmExpireTime', '/v1/projects/{projectId}/vm/{id}/expire-time', {
    input: oneVm,
    body: z.object({ expireTime: given(time), ttl: given(text) }),
    reply: noReply,
  }),
);
export const commitVm = onPlatform(
  'Commit to a VM for a term',
  send('POST', 'commitVm', '/v1/projects/{projectId}/vm/{id}/commit', {
    input: oneVm,
    body: CommitVmBody,
    reply: noReply,
  }),
  { note: 'Paid whether it is used or not.' },
);
export const resizeVm = onPlatform(
  'Change the processors and the memory of a VM',
  send('POST', 'resizeVm', `${vm}/resize`, {
    input: oneVm.extend({ vcpus: given(int32), memoryGib: given(int32) }),
    body: noBody,
    reply: ResizeVmResponse,
  }),
  { note: 'The VM must be stopped.' },
);
