import * as z from 'zod';
import { MachineId, ResourceId } from '../../../model/ids.ts';
import type { Operation } from '../../operation.ts';
import { WireCluster, WireClusterMachine, WireMachine, WirePowerChange } from '../wire/machine.ts';
import { get, inProject, list, noBody, noReply } from './define.ts';

const oneMachine = inProject.extend({ id: MachineId });

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

export const listClusters = list('listClusters', '/v1/projects/{projectId}/clusters', inProject, {
  field: 'clusters',
  item: WireCluster,
  paging: 'number',
});
export const patchClusterMachine = {
  kind: 'single',
  id: 'patchClusterMachine',
  method: 'PATCH',
  path: '/v1/projects/{projectId}/cluster-machines/{id}',
  input: inProject.extend({ id: ResourceId }),
  body: z.object({ powerState: z.enum(['ON', 'OFF']) }),
  reply: WireClusterMachine,
} as const satisfies Operation;
/** Deletes one machine and ends its charge; its cluster keeps the others. */
export const deleteClusterMachine = {
  kind: 'single',
  id: 'deleteClusterMachine',
  method: 'DELETE',
  path: '/v1/projects/{projectId}/cluster-machines/{id}',
  input: inProject.extend({ id: ResourceId }),
  body: noBody,
  reply: noReply,
} as const satisfies Operation;
