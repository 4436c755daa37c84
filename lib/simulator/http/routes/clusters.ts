import type { ProjectId } from '../../../model/ids.ts';
import { contract as cloud } from '../../contract/contract.ts';
import { clusterMachineReply, clusterReply, machineTypeReply } from '../../replies/cluster.ts';
import { theClusterMachine } from '../../world/compute/cluster-machines.ts';
import { metalTypes } from '../../world/compute/metal-types.ts';
import { stateAt } from '../../world/life.ts';
import { Refusal } from '../../world/refusal.ts';
import type { World } from '../../world/world.ts';
import { present, theDataCenter, theHolding } from '../../world/world-state.ts';
import { sentAccess, sentPower } from '../machine-bodies.ts';
import { done, list, type Route, single } from '../route.ts';
import { ignorePrices } from '../sent-decimal.ts';

function shown(world: World, project: ProjectId, id: string) {
  const state = world.state();
  return clusterReply(state, theHolding(state, project, 'cluster', id));
}

function shownMachine(world: World, project: ProjectId, id: string) {
  const state = world.state();
  return clusterMachineReply(state, theClusterMachine(state, project, id));
}

export const clusterRoutes = {
  listClusters: list(cloud.listClusters, (world, { projectId }) => {
    const state = world.state();
    return present(state, projectId, 'cluster').map((cluster) => clusterReply(state, cluster));
  }),
  getCluster: single(cloud.getCluster, (world, { projectId, id }) => shown(world, projectId, id)),
  createCluster: single(cloud.createCluster, (world, { projectId }, body, { email }) => {
    const { machinePriceHr, totalMachinePriceHr, totalPriceHr } = body;
    ignorePrices({ machinePriceHr, totalMachinePriceHr, totalPriceHr });
    world.perform({
      kind: 'create-cluster',
      project: projectId,
      by: email,
      id: body.id,
      dataCenter: body.dataCenterId,
      machineTypeId: body.machineTypeId,
      machines: body.machineCount,
      commitment: body.commitmentTerm ?? null,
      access: sentAccess(body),
      ipoib: body.ipoibConfig ?? null,
      ...(body.networkType && { networkType: body.networkType }),
    });
    return shown(world, projectId, body.id);
  }),
  updateCluster: single(cloud.updateCluster, (world, { projectId, id }, body) => {
    world.perform({
      kind: 'change-cluster',
      project: projectId,
      cluster: id,
      ...(body.machineCount !== undefined && { machines: body.machineCount }),
      ...(body.commitmentTerm !== undefined && { term: body.commitmentTerm }),
    });
    return shown(world, projectId, id);
  }),
  deleteCluster: single(cloud.deleteCluster, (world, { projectId, id }) => {
    world.perform({ kind: 'delete-cluster', project: projectId, cluster: id });
    return done;
  }),
  commitCluster: single(cloud.commitCluster, (world, { projectId, id }, { commitmentTerm = '' }) => {
    world.perform({ kind: 'change-cluster', project: projectId, cluster: id, term: commitmentTerm });
    return done;
  }),
  deleteClusterMachine: single(cloud.deleteClusterMachine, (world, { projectId, id }) => {
    world.perform({ kind: 'delete-cluster-machine', project: projectId, machine: id });
    return done;
  }),
  getClusterMachine: single(cloud.getClusterMachine, (world, { projectId, id }) =>
    shownMachine(world, projectId, id),
  ),
  patchClusterMachine: single(cloud.patchClusterMachine, (world, { projectId, id }, body) => {
    const state = world.state();
    const { machine } = theClusterMachine(state, projectId, id);
    ignorePrices({ priceHr: body.priceHr });
    const power = sentPower(body.powerState, stateAt(machine.power, state.at));
    world.perform({
      kind: 'change-cluster-machine',
      project: projectId,
      machine: id,
      ...(power && { power }),
      ...(body.volumeIds && { volumes: body.volumeIds }),
    });
    return shownMachine(world, projectId, id);
  }),
  /** Machine types for clusters are those of machines by themselves, the same everywhere. */
  getClusterMachineType: single(cloud.getClusterMachineType, (world, { dataCenterId, machineTypeId }) => {
    theDataCenter(world.state(), dataCenterId);
    const type = metalTypes.get(machineTypeId);
    if (!type) throw new Refusal('not-found', `machine type ${machineTypeId} does not exist`);
    return { machineType: machineTypeReply(machineTypeId, dataCenterId, type) };
  }),
} as const satisfies Record<string, Route>;
