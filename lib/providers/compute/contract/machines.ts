import { MachineId } from '../../../model/ids.ts';
import type { Operation } from '../../operation.ts';
import { WireMachine, WirePowerChange } from '../wire/machine.ts';
import { get, inProject, list } from './define.ts';

const oneMachine = inProject.extend({ id: MachineId });

export const listMachines = list('listMachines', '/v1/projects/{projectId}/machines', inProject, {
  field: 'machines',
  item: WireMachine,
  paging: 'number',
});
export const getMachine = get(
  'getMachine',
  '/v1/projects/{projectId}/machines/{id}',
  oneMachine,
  WireMachine,
);
export const patchMachine = {
  kind: 'single',
  id: 'patchMachine',
  method: 'PATCH',
  path: '/v1/projects/{projectId}/machines/{id}',
  input: oneMachine,
  body: WirePowerChange,
  reply: WireMachine,
} as const satisfies Operation;
