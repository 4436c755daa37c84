import { metalTypes, operatingSystems } from '../catalogue.ts';
import { addHolding, deleteHolding } from '../holding-life.ts';
import { enter, stateAt } from '../life.ts';
import { pricedAt, recommit, recommitted } from '../money/commitment.ts';
import { refuseSuspended } from '../money/standing.ts';
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
import { find, holdingIn, takes, theHolding, type WorldState } from '../world-state.ts';
import { theClusterMachine } from './cluster-machines.ts';
import { switchPower } from './power.ts';

export function createMachine(state: WorldState, event: EventOf<'create-machine'>): void {
  const { project, id, machineTypeId, os, access } = event;
  const type = metalTypes.get(machineTypeId);
  const price = event.priceHr ?? type?.price;
  const wrong = [
    ...nameWrong('id', id),
    ...dataCenterWrong(state, event.dataCenter),
    ...wrongIf(price === undefined, 'machineTypeId', `${machineTypeId} does not exist`),
    ...osWrong(os),
    ...keySourceWrong(access.sshKeySource),
  ];
  const creating = takes(state, `creating ${project}/${id}`, 60, 120);
  const deploying = takes(state, `deploying ${project}/${id}`, 240, 780);
  addHolding(state, event, { kind: 'machine', wrong, needs: 'credit' }, (held) => ({
    kind: 'machine',
    id,
    ...held,
    ...pricedAt(
      state.at,
      existing(price, `machine type ${machineTypeId}`),
      1,
      event.priceHr === undefined ? held.commitment : 'its own',
    ),
    life: enter(
      [],
      state.at,
      [
        ['CREATING', creating],
        ['DEPLOYING', deploying],
      ],
      'ACTIVE',
    ),
    // The power is on before the machine is usable.
    power: enter([], state.at, [['POWERING_ON', creating]], 'ON'),
    machineTypeId,
    os,
    access,
    cpuCores: event.cpuCores ?? type?.cpuCores ?? 64,
    memoryGib: event.memoryGib ?? type?.memoryGib ?? 512,
    gpus: event.gpus ?? type?.gpus ?? 0,
    gpuModelId: event.gpuModelId ?? type?.gpuModelId ?? null,
  }));
}

/** Changes a machine, completely or not at all. */
export function changeMachine(state: WorldState, event: EventOf<'change-machine' | 'set-power'>): void {
  const { project, machine: id, power } = event;
  const { access, term } = event.kind === 'change-machine' ? event : {};
  const machine = theHolding(state, project, 'machine', id);
  if (stateAt(machine.life, state.at) === 'DELETING') {
    throw new Refusal('wrong-state', `machine ${id} is being deleted`);
  }
  if (access) refuseWrong(keySourceWrong(access.sshKeySource));
  const commitment = term === undefined ? machine.commitment : recommitted(machine, state.at, term);
  if (power) {
    holdingIn(state, project, 'machine', id, 'switched', ['ACTIVE']);
    const next = switchPower(state, { id, path: `${project}/${id}`, power: machine.power }, power);
    if (next !== machine.power && power !== 'OFF') refuseSuspended(state, project);
    machine.power = next;
  }
  machine.access = access ?? machine.access;
  recommit(machine, state.at, commitment);
}

/** Installs a new system, which erases the disks. The state shown during the reboot is a guess. */
export function deployOs(state: WorldState, event: EventOf<'deploy-os'>): void {
  const { project, machine: id, os, access } = event;
  const machine = holdingIn(state, project, 'machine', id, 'deployed', ['ACTIVE', 'FAILED']);
  refuseWrong([...osWrong(os), ...keySourceWrong(access.sshKeySource)]);
  refuseSuspended(state, project);
  const power = stateAt(machine.power, state.at);
  if (power !== 'ON' && power !== 'OFF') {
    throw new Refusal('wrong-state', `machine ${id} is ${power}; wait until it is ON or OFF`);
  }
  const deploying = takes(state, `deploying ${project}/${id}`, 300, 900);
  machine.life = enter(machine.life, state.at, [['DEPLOYING', deploying]], 'ACTIVE');
  machine.power = enter(machine.power, state.at, [['REBOOTING', deploying]], 'ON');
  machine.os = os;
  machine.access = access;
}

export function deleteMachine(state: WorldState, { project, machine: id }: EventOf<'delete-machine'>): void {
  deleteHolding(
    state,
    { project, kind: 'machine', id },
    {
      states: ['ACTIVE', 'FAILED'],
      seconds: [30, 90],
      isHeldByCommitment: true,
    },
  );
}

/** Puts a machine, or one of a cluster, in a state as the platform does by itself, whatever its power. */
export function putMachineInState(state: WorldState, event: EventOf<'enter-machine-state'>): void {
  const { project, machine: id, power } = event;
  const machine = find(state, project, 'machine', id) ?? theClusterMachine(state, project, id).machine;
  machine.life = enter(machine.life, state.at, [], event.state);
  if (power !== undefined) machine.power = enter(machine.power, state.at, [], power);
}

const osWrong = (os: string): Wrong[] =>
  operatingSystems.has(os) ? [] : [{ field: 'os', description: `${os} does not exist` }];
