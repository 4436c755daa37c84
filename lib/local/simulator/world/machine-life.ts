import type { MachineId, ProjectId } from '../../../model/ids.ts';
import { enter, gone, stateAt } from './life.ts';
import { Refusal } from './refusal.ts';
import type { EventOf } from './world-event.ts';
import { heldBy, refuseTwin, takes, theHolding, theProject, type WorldState } from './world-state.ts';

export function createMachine(state: WorldState, event: EventOf<'create-machine'>): void {
  const { project, id, priceHr } = event;
  refuseTwin(state, project, 'machine', id);
  const deploying = takes(state, `deploying ${project}/${id}`, 300, 900);
  theProject(state, project).holdings.push({
    kind: 'machine',
    id,
    ...heldBy(state, event),
    price: priceHr,
    life: enter([], state.at, [['DEPLOYING', deploying]], 'ACTIVE'),
    power: enter([], state.at, [['POWERING_ON', deploying]], 'ON'),
    machineTypeId: event.machineTypeId,
    os: event.os,
    cpuCores: event.cpuCores,
    memoryGib: event.memoryGib,
    gpus: event.gpus,
    gpuModelId: event.gpuModelId,
  });
}

/** Asking for what already is changes nothing. A machine that is off stays reserved, and is billed as before. */
export function setPower(state: WorldState, project: ProjectId, id: MachineId, power: 'ON' | 'OFF'): void {
  const machine = theHolding(state, project, 'machine', id);
  if (stateAt(machine.life, state.at) === 'DELETING') {
    throw new Refusal('wrong-state', `machine ${id} is being deleted`);
  }
  const current = stateAt(machine.power, state.at) ?? 'MACHINE_POWER_STATE_UNSPECIFIED';
  if (current === power) return;
  if (current !== 'ON' && current !== 'OFF') {
    throw new Refusal('wrong-state', `machine ${id} is ${current}; wait until it is ON or OFF`);
  }
  const through = power === 'ON' ? 'POWERING_ON' : 'POWERING_OFF';
  const span = takes(state, `${through} ${project}/${id}`, 30, 90);
  machine.power = enter(machine.power, state.at, [[through, span]], power);
}

export function deleteMachine(state: WorldState, { project, machine: id }: EventOf<'delete-machine'>): void {
  const machine = theHolding(state, project, 'machine', id);
  const current = stateAt(machine.life, state.at);
  if (current !== 'ACTIVE' && current !== 'FAILED') {
    throw new Refusal(
      'wrong-state',
      `machine ${id} is ${current}; it can be deleted when it is ACTIVE or FAILED`,
    );
  }
  const deleting = takes(state, `deleting ${project}/${id}`, 30, 90);
  machine.life = enter(machine.life, state.at, [['DELETING', deleting]], gone);
}
