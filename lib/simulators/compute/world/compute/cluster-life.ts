import { computeSpan, later } from '../../../../model/time/time.ts';
import { metalTypes } from '../catalogue.ts';
import type { IpoibConfig } from '../events/machine-events.ts';
import type { Cluster, ClusterMachine } from '../holding.ts';
import { addHolding, deleteHolding } from '../holding-life.ts';
import { enter, existsAt, gone, goneAt } from '../life.ts';
import { pricedAt, recommit, recommitted } from '../money/commitment.ts';
import { refuseSuspended } from '../money/standing.ts';
import { withUnits } from '../money/tariff.ts';
import { readCidr } from '../network-life.ts';
import {
  dataCenterWrong,
  existing,
  keySourceWrong,
  nameWrong,
  Refusal,
  refuseWrong,
  type Wrong,
  wrongIf,
} from '../refusal.ts';
import type { EventOf } from '../world-event.ts';
import { holdingIn, takes, type WorldState } from '../world-state.ts';
import { machinesWrong, newMachines } from './cluster-machines.ts';

export function createCluster(state: WorldState, event: EventOf<'create-cluster'>): void {
  const { project, id, machineTypeId, machines, networkType, ipoib, access } = event;
  const type = metalTypes.get(machineTypeId);
  const wrong = [
    ...nameWrong('id', id),
    ...dataCenterWrong(state, event.dataCenter),
    ...wrongIf(type === undefined, 'machineTypeId', `${machineTypeId} does not exist`),
    ...machinesWrong(machines),
    ...ipoibWrong(ipoib, machines),
    ...keySourceWrong(access.sshKeySource),
  ];
  const creating = takes(state, `creating ${project}/${id}`, 300, 900);
  addHolding(state, event, { kind: 'cluster', wrong, needs: 'credit' }, (held) => ({
    kind: 'cluster',
    id,
    ...held,
    ...pricedAt(state.at, existing(type, `machine type ${machineTypeId}`).price, machines, held.commitment),
    life: enter([], state.at, [['CREATING', creating]], 'ACTIVE'),
    machineTypeId,
    networkType,
    ipoib,
    access,
    machines: newMachines(id, 1, machines, state.at, creating),
  }));
}

/** Changes a cluster, completely or not at all. */
export function changeCluster(state: WorldState, event: EventOf<'change-cluster'>): void {
  const { project, cluster: id, machines, term } = event;
  const cluster = holdingIn(state, project, 'cluster', id, 'changed', ['CREATING', 'ACTIVE', 'UPDATING']);
  const commitment = term === undefined ? cluster.commitment : recommitted(cluster, state.at, term);
  const living = cluster.machines.filter(({ life }) => existsAt(life, state.at));
  if (machines !== undefined && machines !== living.length) {
    refuseWrong([...machinesWrong(machines), ...ipoibWrong(cluster.ipoib, machines)]);
    holdingIn(state, project, 'cluster', id, 'resized', ['ACTIVE']);
    if (machines > living.length) {
      refuseSuspended(state, project);
      grow(state, cluster, living.length, machines);
    } else {
      if (commitment !== null && commitment.until > state.at) {
        throw new Refusal('wrong-state', `cluster ${id} is committed to, and cannot be made smaller yet`);
      }
      shrink(state, cluster, living, machines);
    }
  }
  recommit(cluster, state.at, commitment);
}

/** Adds machines, which are billed from now on. */
function grow(state: WorldState, cluster: Cluster, from: number, to: number): void {
  const creating = takes(state, `growing ${cluster.project}/${cluster.id}`, 300, 900);
  const added = newMachines(cluster.id, cluster.machines.length + 1, to - from, state.at, creating);
  cluster.machines = [...cluster.machines, ...added];
  cluster.tariffs = withUnits(cluster.tariffs, state.at, to);
  cluster.life = enter(cluster.life, state.at, [['UPDATING', creating]], 'ACTIVE');
}

/** Removes the newest machines, which are billed until they are gone. */
function shrink(state: WorldState, cluster: Cluster, living: readonly ClusterMachine[], to: number): void {
  const deleting = takes(state, `shrinking ${cluster.project}/${cluster.id}`, 30, 90);
  for (const machine of living.slice(to)) {
    machine.life = enter(machine.life, state.at, [['DELETING', deleting]], gone);
  }
  cluster.tariffs = withUnits(cluster.tariffs, later(state.at, deleting), to);
  cluster.life = enter(cluster.life, state.at, [['UPDATING', deleting]], 'ACTIVE');
}

export function deleteCluster(state: WorldState, { project, cluster: id }: EventOf<'delete-cluster'>): void {
  const cluster = deleteHolding(
    state,
    { project, kind: 'cluster', id },
    {
      states: ['ACTIVE', 'FAILED'],
      seconds: [30, 90],
      isHeldByCommitment: true,
    },
  );
  const ends = goneAt(cluster.life) ?? state.at;
  const through = [['DELETING', computeSpan(state.at, ends)]] as const;
  for (const machine of cluster.machines) {
    if (existsAt(machine.life, state.at)) machine.life = enter(machine.life, state.at, through, gone);
  }
}

/** Checks the addresses: the bits of network, port and host share one address, and must suffice for the hosts. */
function ipoibWrong(config: IpoibConfig | null, machines: number): Wrong[] {
  if (config === null) return [];
  const { networkPrefix, portBits, hostBits } = config;
  const network = readCidr(networkPrefix);
  if (!network)
    return [{ field: 'ipoibConfig.networkPrefix', description: 'must be a CIDR, such as 10.0.0.0/8' }];
  const bits = network.prefix + portBits + hostBits;
  return [
    ...wrongIf(portBits < 0, 'ipoibConfig.portBits', 'must not be negative'),
    ...wrongIf(hostBits < 0, 'ipoibConfig.hostBits', 'must not be negative'),
    ...wrongIf(bits > 32, 'ipoibConfig', 'has more bits than an address, which has 32'),
    ...wrongIf(2 ** hostBits - 2 < machines, 'ipoibConfig.hostBits', `leave no room for ${machines} hosts`),
  ];
}
