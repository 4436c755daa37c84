import { contract as cloud } from '../../../../cloud/contract/whole/contract.ts';
import { machineReply } from '../../replies/machine.ts';
import { present, theHolding } from '../../world/world-state.ts';
import { list, type Route, single } from '../route.ts';
import { patchMachine } from './patch-machine.ts';

export const machineRoutes = {
  listMachines: list(cloud.listMachines, (world, { projectId }) => {
    const state = world.state();
    return present(state, projectId, 'machine').map((machine) => machineReply(state, machine));
  }),
  getMachine: single(cloud.getMachine, (world, { projectId, id }) => {
    const state = world.state();
    return machineReply(state, theHolding(state, projectId, 'machine', id));
  }),
  patchMachine,
} as const satisfies Record<string, Route>;
