import * as z from 'zod';
import { MachineId } from '../../../model/ids.ts';
import { WireCluster, WireClusterMachine, WireMachine, WirePowerChange } from '../wire/machine.ts';
import { get, getInProject, inProject, listInProject, oneInProject, remove, send } from './define.ts';

const oneMachine = inProject.extend({ id: MachineId });

export const listMachines = listInProject('listMachines', 'machines', WireMachine);
export const getMachine = get(
  'getMachine',
  '/v1/projects/{projectId}/machines/{id}',
  oneMachine,
  WireMachine,
);
export const patchMachine = send('PATCH', 'patchMachine', '/v1/projects/{projectId}/machines/{id}', {
  input: oneMachine,
  body: WirePowerChange,
  reply: WireMachine,
});

export const listClusters = listInProject('listClusters', 'clusters', WireCluster);
export const getCluster = getInProject('getCluster', 'clusters', WireCluster);
export const patchClusterMachine = send(
  'PATCH',
  'patchClusterMachine',
  '/v1/projects/{projectId}/cluster-machines/{id}',
  {
    input: oneInProject,
    body: z.object({ powerState: z.enum(['ON', 'OFF']) }),
    reply: WireClusterMachine,
  },
);
/** Deletes one machine and ends its charge; its cluster keeps the others. */
export const deleteClusterMachine = remove(
  'deleteClusterMachine',
  '/v1/projects/{projectId}/cluster-machines/{id}',
  oneInProject,
);
