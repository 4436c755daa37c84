import { patchMachine as operation } from '../../../../cloud/contract/machines.ts';
import { machineReply } from '../../replies/machine.ts';
import { theHolding } from '../../world/world-state.ts';
import { badRequest } from '../api-error.ts';
import { type Route, single } from '../route.ts';

/**
 * The one way to switch a bare-metal machine. Its data center, type and system must come along as
 * they are: on the platform a change to them moves or rebuilds the machine, and so it is refused here.
 */
export const patchMachine: Route = single(operation, (world, { projectId, id }, body) => {
  const state = world.state();
  const machine = theHolding(state, projectId, 'machine', id);
  const asIs = { dataCenterId: machine.dataCenter, machineTypeId: machine.machineTypeId, os: machine.os };
  const violations = (['dataCenterId', 'machineTypeId', 'os'] as const)
    .filter((field) => body[field] !== asIs[field])
    .map((field) => ({ field, description: `is ${asIs[field]} and cannot be changed by a change of power` }));
  if (violations.length > 0) throw badRequest(violations);
  world.perform({ kind: 'set-power', project: projectId, machine: id, power: body.powerState });
  return machineReply(world.state(), machine);
});
