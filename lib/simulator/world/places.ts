import type { Wrong } from './refusal.ts';
import type { WorldState } from './world-state.ts';

export const dataCenterWrong = (state: WorldState, id: string, field = 'dataCenterId'): Wrong[] =>
  state.dataCenters.has(id) ? [] : [{ field, description: `data center ${id} does not exist` }];

/** VMs stand where their machine type does. */
export const isOffered = (state: WorldState, dataCenter: string, machineType: string): boolean =>
  state.dataCenters.get(dataCenter)?.machineTypes.includes(machineType) ?? false;
