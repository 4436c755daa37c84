import * as z from 'zod';
import { get, inProject, noReply, remove, send } from '../../../clouds/compute/contract/define.ts';
import * as watched from '../../../clouds/compute/contract/machines.ts';
import {
  Cluster,
  ClusterMachine,
  CreateClusterBody,
  GetClusterMachineTypeResponse,
  UpdateClusterBody,
  UpdateClusterMachineBody,
} from '../wire/cluster.ts';
import { name } from '../wire/values.ts';
import { CommitVmBody } from '../wire/vm.ts';
import { inferred, oneInProject, onPlatform } from './define.ts';

const clusters = '/v1/projects/{projectId}/clusters';
const machines = '/v1/projects/{projectId}/cluster-machines';

export const listClusters = onPlatform('List clusters', { ...watched.listClusters, item: Cluster });
export const patchClusterMachine = onPlatform(
  'Change a machine of a cluster, its power included',
  send('PATCH', 'patchClusterMachine', `${machines}/{id}`, {
    input: oneInProject,
    body: UpdateClusterMachineBody,
    reply: ClusterMachine,
  }),
);
export const getCluster = onPlatform('Get a cluster', { ...watched.getCluster, reply: Cluster });
export const createCluster = onPlatform(
  'Order a cluster',
  send('POST', 'createCluster', clusters, { input: inProject, body: CreateClusterBody, reply: Cluster }),
);
export const updateCluster = onPlatform(
  'Change a cluster',
  send('PATCH', 'updateCluster', `${clusters}/{id}`, {
    input: oneInProject,
    body: UpdateClusterBody,
    reply: Cluster,
  }),
);
export const deleteCluster = onPlatform(
  'Delete a cluster',
  remove('deleteCluster', `${clusters}/{id}`, oneInProject),
);
export const commitCluster = inferred(
  'Commit to a cluster for a term',
  send('POST', 'commitCluster', `${clusters}/{id}/commit`, {
    input: oneInProject,
    body: CommitVmBody,
    reply: noReply,
  }),
  { note: 'Paid whether it is used or not.' },
);
export const deleteClusterMachine = onPlatform('Delete a machine of a cluster', watched.deleteClusterMachine);
export const getClusterMachine = inferred(
  'Get a machine of a cluster',
  get('getClusterMachine', `${machines}/{id}`, oneInProject, ClusterMachine),
);
export const getClusterMachineType = onPlatform(
  'Get a machine type for clusters',
  get(
    'getClusterMachineType',
    '/v1/clusters/data-centers/{dataCenterId}/machine-types/{machineTypeId}',
    z.object({ dataCenterId: name, machineTypeId: name }),
    GetClusterMachineTypeResponse,
  ),
);
