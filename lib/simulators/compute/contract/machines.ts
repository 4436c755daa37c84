import { inProject, noReply, remove, send } from '../../../clouds/compute/contract/define.ts';
import * as watched from '../../../clouds/compute/contract/machines.ts';
import { MachineId } from '../../../model/ids.ts';
import { CreateMachineBody, DeployMachineOsBody, Machine, UpdateMachineBody } from '../wire/machine.ts';
import { onPlatform, specified } from './define.ts';

const oneMachine = inProject.extend({ id: MachineId });

export const listMachines = onPlatform('List bare-metal machines', {
  ...watched.listMachines,
  item: Machine,
});
export const getMachine = onPlatform('Get a bare-metal machine', { ...watched.getMachine, reply: Machine });
export const patchMachine = specified(
  'Change a bare-metal machine, its power included',
  { ...watched.patchMachine, body: UpdateMachineBody, reply: Machine },
  { note: 'A machine that is off is billed in full.' },
);
export const createMachine = onPlatform(
  'Order a bare-metal machine',
  send('POST', 'createMachine', '/v1/projects/{projectId}/machines', {
    input: inProject,
    body: CreateMachineBody,
    reply: Machine,
  }),
);
export const deleteMachine = onPlatform(
  'Delete a bare-metal machine',
  remove('deleteMachine', '/v1/projects/{projectId}/machines/{id}', oneMachine),
);
export const deployMachineOs = onPlatform(
  'Deploy an operating system onto a machine',
  send('POST', 'deployMachineOs', '/v1/projects/{projectId}/machines/{id}/deploy', {
    input: oneMachine,
    body: DeployMachineOsBody,
    reply: noReply,
  }),
);
