import type { ProjectId } from '../../../../model/ids.ts';
import { type Instant, later, type Span } from '../../../../model/time/time.ts';
import type { Cluster, ClusterMachine } from '../holding.ts';
import { enter, existsAt, gone, stateAt } from '../life.ts';
import { refuseCommitted } from '../money/commitment.ts';
import { refuseSuspended } from '../money/standing.ts';
import { withUnits } from '../money/tariff.ts';
import { Refusal, refuseWrong, sizeWrong, type Wrong } from '../refusal.ts';
import type { EventOf } from '../world-event.ts';
import { find, present, takes, type WorldState } from '../world-state.ts';
import { switchPower } from './power.ts';

/** The most machines of a cluster; neither document says how many, and each is in every reply. */
const mostMachines = 1_000;

export const machinesWrong = (count: number): Wrong[] => sizeWrong('machineCount', count, 1, mostMachines);

/** Returns new machines, numbered after the existing ones. */
export function newMachines(
  cluster: string,
  first: number,
  count: number,
  at: Instant,
  creating: Span,
): ClusterMachine[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `${cluster}-${first + index}`,
    createdAt: at,
    life: enter([], at, [['CREATING', creating]], 'ACTIVE'),
    power: enter([], at, [['POWERING_ON', creating]], 'ON'),
    volumes: [],
  }));
}

export type MachineInCluster = { readonly cluster: Cluster; readonly machine: ClusterMachine };

/** Returns a machine of any cluster. @throws Refusal when no cluster of the project has it. */
export function theClusterMachine(state: WorldState, project: ProjectId, id: string): MachineInCluster {
  for (const cluster of present(state, project, 'cluster')) {
    const machine = cluster.machines.find((one) => one.id === id && existsAt(one.life, state.at));
    if (machine) return { cluster, machine };
  }
  throw new Refusal('not-found', `cluster machine ${id} does not exist in project ${project}`);
}

/** Changes a machine, completely or not at all. */
export function changeClusterMachine(state: WorldState, event: EventOf<'change-cluster-machine'>): void {
  const { project, machine: id, power, volumes } = event;
  const { cluster, machine } = theClusterMachine(state, project, id);
  const current = stateAt(machine.life, state.at);
  if (current === 'DELETING' || (power && current !== 'ACTIVE')) {
    throw new Refusal('wrong-state', `cluster machine ${id} is ${current}`);
  }
  if (volumes) refuseWrong(volumesWrong(state, cluster, volumes));
  if (power) {
    const next = switchPower(state, { id, path: `${project}/${id}`, power: machine.power }, power);
    if (next !== machine.power && power !== 'OFF') refuseSuspended(state, project);
    machine.power = next;
  }
  if (volumes) machine.volumes = [...new Set(volumes)];
}

/** Deletes a machine, whose charge ends when it is gone. The last machine is deleted with its cluster. */
export function deleteClusterMachine(state: WorldState, event: EventOf<'delete-cluster-machine'>): void {
  const { project, machine: id } = event;
  const { cluster, machine } = theClusterMachine(state, project, id);
  const current = stateAt(machine.life, state.at);
  if (current !== 'ACTIVE' && current !== 'FAILED') {
    throw new Refusal('wrong-state', `cluster machine ${id} is ${current}; it cannot be deleted now`);
  }
  refuseCommitted(cluster, state.at);
  const staying = cluster.machines.filter(
    (one) => one !== machine && existsAt(one.life, state.at) && stateAt(one.life, state.at) !== 'DELETING',
  );
  if (staying.length === 0) {
    throw new Refusal(
      'wrong-state',
      `cluster machine ${id} is the last of ${cluster.id}: delete the cluster`,
    );
  }
  const deleting = takes(state, `deleting ${project}/${id}`, 30, 90);
  machine.life = enter(machine.life, state.at, [['DELETING', deleting]], gone);
  cluster.tariffs = withUnits(cluster.tariffs, later(state.at, deleting), staying.length);
}

const volumesWrong = (state: WorldState, cluster: Cluster, ids: readonly string[]): Wrong[] =>
  ids.flatMap((id, nth) => {
    const volume = find(state, cluster.project, 'volume', id);
    const field = `volumeIds.${nth}`;
    if (!volume) return [{ field, description: `${id} does not exist` }];
    if (volume.dataCenter === cluster.dataCenter) return [];
    return [{ field, description: `${id} is in ${volume.dataCenter}` }];
  });
