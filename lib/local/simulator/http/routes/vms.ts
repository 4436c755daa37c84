import { contract as cloud } from '../../../../cloud/contract/whole/contract.ts';
import { vmReply } from '../../replies/vm.ts';
import { present, theHolding } from '../../world/world-state.ts';
import { done, list, type Route, single } from '../route.ts';

export const vmRoutes = {
  listVms: list(cloud.listVms, (world, { projectId, status, networkId }) => {
    const state = world.state();
    return present(state, projectId, 'vm')
      .filter((vm) => networkId === undefined || vm.network === networkId)
      .map((vm) => vmReply(state, vm))
      .filter((reply) => status === undefined || reply.state === status);
  }),
  getVm: single(cloud.getVm, (world, { projectId, id }) => {
    const state = world.state();
    return { VM: vmReply(state, theHolding(state, projectId, 'vm', id)) };
  }),
  monitorVm: list(cloud.monitorVm, (world, { projectId, id }) => world.monitor(projectId, id)),
  startVm: single(cloud.startVm, (world, { projectId, id }) => {
    world.perform({ kind: 'start-vm', project: projectId, vm: id });
    return done;
  }),
  stopVm: single(cloud.stopVm, (world, { projectId, id }) => {
    world.perform({ kind: 'stop-vm', project: projectId, vm: id });
    return done;
  }),
  terminateVm: single(cloud.terminateVm, (world, { projectId, id }) => {
    world.perform({ kind: 'terminate-vm', project: projectId, vm: id });
    return done;
  }),
} as const satisfies Record<string, Route>;
