import * as z from 'zod';
import { VmId } from '../../../model/ids.ts';
import { WireMonitorItem, WireVm } from '../wire/vm.ts';
import { get, inProject, list, post } from './define.ts';

const oneVm = inProject.extend({ id: VmId });

export const listVms = list(
  'listVms',
  '/v1/projects/{projectId}/vms',
  inProject.extend({ status: z.string().optional(), networkId: z.string().optional() }),
  { field: 'VMs', item: WireVm, paging: 'whole' },
);
export const getVm = get('getVm', '/v1/projects/{projectId}/vms/{id}', oneVm, z.object({ VM: WireVm }));
export const monitorVm = list('monitorVm', '/v1/projects/{projectId}/vms/{id}/monitor', oneVm, {
  field: 'items',
  item: WireMonitorItem,
  paging: 'whole',
});
export const startVm = post('startVm', '/v1/projects/{projectId}/vms/{id}/start', oneVm);
export const stopVm = post('stopVm', '/v1/projects/{projectId}/vms/{id}/stop', oneVm);
/** Deletes a VM and its boot disk for good; attached storage disks are detached and remain billed. */
export const terminateVm = post('terminateVm', '/v1/projects/{projectId}/vms/{id}/terminate', oneVm);
