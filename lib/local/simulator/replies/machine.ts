import type * as z from 'zod';
import type { WireMachine } from '../../../cloud/wire/machine.ts';
import { isoInstant } from '../../../model/time.ts';
import type { Machine } from '../world/holding.ts';
import { stateAt } from '../world/life.ts';
import type { WorldState } from '../world/world-state.ts';
import { wirePrice } from './decimal.ts';
import { commitmentOf } from './vm.ts';

export function machineReply(state: WorldState, machine: Machine): z.input<typeof WireMachine> {
  const reply = {
    id: machine.id,
    projectId: machine.project,
    dataCenterId: machine.dataCenter,
    machineTypeId: machine.machineTypeId,
    os: machine.os,
    architecture: 'x86_64',
    hostname: machine.id,
    cpuCores: machine.cpuCores,
    memoryGib: machine.memoryGib,
    gpus: machine.gpus,
    gpuModelId: machine.gpuModelId ?? '',
    createBy: machine.createdBy,
    createTime: isoInstant(machine.createdAt),
    priceHr: wirePrice(machine.price),
    ...commitmentOf(machine),
    powerState: stateAt(machine.power, state.at),
    state: stateAt(machine.life, state.at),
  };
  return reply;
}

/** A machine as a search result shows it. */
export function foundMachineReply(state: WorldState, machine: Machine): z.input<typeof WireMachine> {
  const reply = { ...machineReply(state, machine), ipv4Addresses: 1 };
  return reply;
}
