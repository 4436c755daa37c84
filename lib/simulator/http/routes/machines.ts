import * as z from 'zod';
import type { ProjectId } from '../../../model/ids.ts';
import { contract as cloud } from '../../contract/contract.ts';
import { machineReply } from '../../replies/machine.ts';
import type { Machine } from '../../world/holding.ts';
import { stateAt } from '../../world/life.ts';
import type { World } from '../../world/world.ts';
import { present, theHolding } from '../../world/world-state.ts';
import { badRequest } from '../api-error.ts';
import { sentAccess, sentPower } from '../machine-bodies.ts';
import { read } from '../received.ts';
import { done, list, type Route, single } from '../route.ts';
import { ignorePrices } from '../sent-decimal.ts';

function shown(world: World, project: ProjectId, id: string) {
  const state = world.state();
  return machineReply(state, theHolding(state, project, 'machine', id));
}

export const machineRoutes = {
  listMachines: list(cloud.listMachines, (world, { projectId }) => {
    const state = world.state();
    return present(state, projectId, 'machine').map((machine) => machineReply(state, machine));
  }),
  getMachine: single(cloud.getMachine, (world, { projectId, id }) => shown(world, projectId, id)),
  /** It comes up as it is delivered, whatever power and other state the body gives it. */
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
    return shown(world, projectId, body.id);
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
    return shown(world, projectId, id);
  }),
  deployMachineOs: single(cloud.deployMachineOs, (world, { projectId, id }, body) => {
    world.perform({
      kind: 'deploy-os',
      project: projectId,
      machine: id,
      os: body.os,
      access: sentAccess(body),
    });
    return done;
  }),
  deleteMachine: single(cloud.deleteMachine, (world, { projectId, id }) => {
    world.perform({ kind: 'delete-machine', project: projectId, machine: id });
    return done;
  }),
} as const satisfies Record<string, Route>;

const AsIs = z.object({ dataCenterId: z.string(), machineTypeId: z.string(), os: z.string() });

/**
 * These must come along as they are: on the platform a change to them moves or rebuilds the machine,
 * and so it is refused here. @throws ApiError
 */
function mustStay(machine: Machine, body: unknown): void {
  const sent = read(AsIs, body);
  const asIs = { dataCenterId: machine.dataCenter, machineTypeId: machine.machineTypeId, os: machine.os };
  const wrong = (['dataCenterId', 'machineTypeId', 'os'] as const)
    .filter((field) => sent[field] !== asIs[field])
    .map((field) => ({ field, description: `is ${asIs[field]} and cannot be changed here` }));
  if (wrong.length > 0) throw badRequest(wrong);
}
