import * as z from 'zod';
import { BillingAccountId, MachineId, ProjectId, VmId } from '../model/ids.ts';
import type { ListOperation, Operation } from './operation.ts';
import {
  WireBillingAccount,
  WireMachine,
  WireMonitorItem,
  WirePowerChange,
  WireProject,
  WireProjectSpend,
  WireSearchResult,
  WireSpendDetails,
  WireSpendRow,
  WireVm,
  WireVolume,
} from './wire.ts';

const nothing = z.undefined();
/** A reply nobody reads: `{}` or nothing at all. */
const empty = z.unknown();
const inProject = z.object({ projectId: ProjectId });
const oneVm = inProject.extend({ id: VmId });
const oneMachine = inProject.extend({ id: MachineId });

function get<I extends z.ZodObject, R extends z.ZodType>(id: string, path: string, input: I, reply: R) {
  return {
    kind: 'single',
    id,
    method: 'GET',
    path,
    input,
    body: nothing,
    reply,
  } as const satisfies Operation;
}

function post<I extends z.ZodObject>(id: string, path: string, input: I) {
  return {
    kind: 'single',
    id,
    method: 'POST',
    path,
    input,
    body: nothing,
    reply: empty,
  } as const satisfies Operation;
}

function list<I extends z.ZodObject, T extends z.ZodType>(
  id: string,
  path: string,
  input: I,
  members: { field: string; item: T; paging: ListOperation['paging'] },
) {
  return { kind: 'list', id, method: 'GET', path, input, ...members } as const satisfies ListOperation;
}

export const listProjects = list('listProjects', '/v1/projects', z.object({}), {
  field: 'projects',
  item: WireProject,
  paging: 'token',
});
export const getProject = get('getProject', '/v1/projects/{id}', z.object({ id: ProjectId }), WireProject);

export const listProjectSpend = list(
  'listProjectSpend',
  '/v1/projects/{id}/spend',
  z.object({ id: ProjectId }),
  {
    field: 'projectSpendHistory',
    item: WireProjectSpend,
    paging: 'whole',
  },
);
export const getCurrentSpend = get(
  'getCurrentSpend',
  '/v1/projects/{id}/spend/current',
  z.object({ id: ProjectId }),
  WireProjectSpend,
);
export const getSpendDetails = get(
  'getSpendDetails',
  '/v1/projects/{projectId}/spend/{spendId}/details',
  inProject.extend({ spendId: z.string() }),
  WireSpendDetails,
);

export const listBillingAccounts = list('listBillingAccounts', '/v1/billing-accounts', z.object({}), {
  field: 'billingAccounts',
  item: WireBillingAccount,
  paging: 'token',
});
export const getBillingAccount = get(
  'getBillingAccount',
  '/v1/billing-accounts/{id}',
  z.object({ id: BillingAccountId }),
  WireBillingAccount,
);
/** Both times are RFC 3339 and required. */
export const listAccountSpend = list(
  'listAccountSpend',
  '/v1/billing-accounts/{billingAccountId}/spend/details',
  z.object({ billingAccountId: BillingAccountId, startTime: z.string(), endTime: z.string() }),
  { field: 'spend', item: WireSpendRow, paging: 'whole' },
);

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
/** Deletes for good, boot disk included; attached storage disks are detached and stay billed. */
export const terminateVm = post('terminateVm', '/v1/projects/{projectId}/vms/{id}/terminate', oneVm);

export const listMachines = list('listMachines', '/v1/projects/{projectId}/machines', inProject, {
  field: 'machines',
  item: WireMachine,
  paging: 'number',
});
export const getMachine = get(
  'getMachine',
  '/v1/projects/{projectId}/machines/{id}',
  oneMachine,
  WireMachine,
);
export const patchMachine = {
  kind: 'single',
  id: 'patchMachine',
  method: 'PATCH',
  path: '/v1/projects/{projectId}/machines/{id}',
  input: oneMachine,
  body: WirePowerChange,
  reply: WireMachine,
} as const satisfies Operation;

export const listVolumes = list('listVolumes', '/v1/projects/{projectId}/volumes', inProject, {
  field: 'volumes',
  item: WireVolume,
  paging: 'number',
});

export const searchResources = list(
  'searchResources',
  '/v1/resources/search',
  z.object({ query: z.string() }),
  {
    field: 'results',
    item: WireSearchResult,
    paging: 'whole',
  },
);

/** Every operation, for those who walk the contract: the client's tests and the simulator's router. */
export const contract = {
  listProjects,
  getProject,
  listProjectSpend,
  getCurrentSpend,
  getSpendDetails,
  listBillingAccounts,
  getBillingAccount,
  listAccountSpend,
  listVms,
  getVm,
  monitorVm,
  startVm,
  stopVm,
  terminateVm,
  listMachines,
  getMachine,
  patchMachine,
  listVolumes,
  searchResources,
} as const;
