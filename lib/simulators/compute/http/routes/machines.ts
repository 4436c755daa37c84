import * as z from 'zod';
import type { ProjectId } from '../../../../model/ids.ts';
import { contract as cloud } from '../../contract/contract.ts';
import { clusterMachineReply, clusterReply, machineReply, machineTypeReply } from '../../replies/cluster.ts';
import { metalTypes } from '../../world/catalogue.ts';
import { theClusterMachine } from '../../world/compute/cluster-machines.ts';
import { PowerChange } from '../../world/events/machine-events.ts';
import { Access } from '../../world/events/placed.ts';
import type { Machine } from '../../world/holding.ts';
import { stateAt } from '../../world/life.ts';
import { existing } from '../../world/refusal.ts';
import { theDataCenter, theHolding, type WorldState } from '../../world/world-state.ts';
import { badRequest } from '../api-error.ts';
import { read } from '../received.ts';
import { list, performs, type Route, shownAs, shows, single } from '../route.ts';
import { ignorePrices } from '../sent-decimal.ts';

const machines = shownAs('machine', machineReply);

export const machineRoutes = {
  listMachines: list(cloud.listMachines, machines.all),
  getMachine: shows(cloud.getMachine, machines.one),
  /** The machine starts as it is delivered, whatever power and state the body names. */
  createMachine: single(cloud.createMachine, (world, { projectId }, body, { email }) => {
    ignorePrices({ priceHr: body.priceHr });
    world.perform({
      kind: 'create-machine',
      project: projectId,
      by: email,
      id: body.id,
      dataCenter: body.dataCenterId,
      machineTypeId: body.machineTypeId,
      os: body.os,
      commitment: body.commitmentTerm ?? null,
      access: sentAccess(body),
    });
    return machines.one(world.state(), { projectId, id: body.id });
  }),
  patchMachine: single(cloud.patchMachine, (world, { projectId, id }, body) => {
    const state = world.state();
    const machine = theHolding(state, projectId, 'machine', id);
    mustStay(machine, body);
    ignorePrices({ priceHr: body.priceHr });
    const power = sentPower(body.powerState, stateAt(machine.power, state.at));
    world.perform({
      kind: 'change-machine',
      project: projectId,
      machine: id,
      access: sentAccess(body, machine.access),
      ...(power && { power }),
      ...(body.commitmentTerm !== undefined && { term: body.commitmentTerm }),
    });
    return machines.one(world.state(), { projectId, id });
  }),
  deployMachineOs: performs(cloud.deployMachineOs, (machine, body) => ({
    kind: 'deploy-os',
    machine,
    os: body.os,
    access: sentAccess(body),
  })),
  deleteMachine: performs(cloud.deleteMachine, (machine) => ({ kind: 'delete-machine', machine })),
} as const satisfies Record<string, Route>;

const AsIs = z.object({ dataCenterId: z.string(), machineTypeId: z.string(), os: z.string() });

/**
 * Requires these fields to be unchanged: on the platform a change to them moves or rebuilds the machine, so it is
 * refused here. @throws ApiError
 */
function mustStay(machine: Machine, body: unknown): void {
  const sent = read(AsIs, body);
  const asIs = { dataCenterId: machine.dataCenter, machineTypeId: machine.machineTypeId, os: machine.os };
  const wrong = (['dataCenterId', 'machineTypeId', 'os'] as const)
    .filter((field) => sent[field] !== asIs[field])
    .map((field) => ({ field, description: `is ${asIs[field]} and cannot be changed here` }));
  if (wrong.length > 0) throw badRequest(wrong);
}

const clusters = shownAs('cluster', clusterReply);

const shownMachine = (state: WorldState, project: ProjectId, id: string) =>
  clusterMachineReply(state, theClusterMachine(state, project, id));

export const clusterRoutes = {
  listClusters: list(cloud.listClusters, clusters.all),
  getCluster: shows(cloud.getCluster, clusters.one),
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
    return clusters.one(world.state(), { projectId, id: body.id });
  }),
  updateCluster: single(cloud.updateCluster, (world, { projectId, id }, body) => {
    world.perform({
      kind: 'change-cluster',
      project: projectId,
      cluster: id,
      ...(body.machineCount !== undefined && { machines: body.machineCount }),
      ...(body.commitmentTerm !== undefined && { term: body.commitmentTerm }),
    });
    return clusters.one(world.state(), { projectId, id });
  }),
  deleteCluster: performs(cloud.deleteCluster, (cluster) => ({ kind: 'delete-cluster', cluster })),
  commitCluster: performs(cloud.commitCluster, (cluster, { commitmentTerm: term = '' }) => ({
    kind: 'change-cluster',
    cluster,
    term,
  })),
  deleteClusterMachine: performs(cloud.deleteClusterMachine, (machine) => ({
    kind: 'delete-cluster-machine',
    machine,
  })),
  getClusterMachine: shows(cloud.getClusterMachine, (state, { projectId, id }) =>
    shownMachine(state, projectId, id),
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
    return shownMachine(world.state(), projectId, id);
  }),
  /** Clusters have the machine types of single machines, the same everywhere. */
  getClusterMachineType: shows(cloud.getClusterMachineType, (state, { dataCenterId, machineTypeId }) => {
    theDataCenter(state, dataCenterId);
    const type = existing(metalTypes.get(machineTypeId), `machine type ${machineTypeId}`);
    return { machineType: machineTypeReply(machineTypeId, dataCenterId, type) };
  }),
} as const satisfies Record<string, Route>;

type Sent = {
  readonly sshKeySource?: string | undefined;
  readonly customSshKeys?: string[] | undefined;
  readonly startScript?: string | undefined;
  /** The earlier name of a start script. */
  readonly userData?: string | undefined;
};

/** Returns the access to a machine after a body's changes. */
function sentAccess(sent: Sent, now: Access = Access.parse({})): Access {
  return {
    sshKeySource: sent.sshKeySource ?? now.sshKeySource,
    customSshKeys: sent.customSshKeys ?? now.customSshKeys,
    startScript: sent.startScript ?? sent.userData ?? now.startScript,
  };
}

/**
 * Returns the power state that a body asks for, if it is a change. Intermediate states are accepted only as they were
 * read. @throws ApiError for a state that cannot be requested.
 */
function sentPower(sent: string | undefined, now: string | undefined): PowerChange | undefined {
  if (!sent || sent === now || sent === 'MACHINE_POWER_STATE_UNSPECIFIED') return undefined;
  const change = PowerChange.safeParse(sent);
  if (change.success) return change.data;
  const description = `can be set to ${PowerChange.options.join(', ')}`;
  throw badRequest([{ field: 'powerState', description }]);
}
