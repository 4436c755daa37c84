import * as z from 'zod';
import { MachineId } from '../../../model/ids.ts';
import { StoredPrice } from '../../../model/money/money.ts';
import { Access, count, inProject, placed, sentMachineId } from './placed.ts';

const oneMachine = { ...inProject, machine: MachineId };
export const PowerChange = z.enum(['ON', 'OFF', 'REBOOTING']);
export type PowerChange = z.infer<typeof PowerChange>;

export const machineEvents = [
  /** What is left out is as the machine type has it; with a price and no such type it stands for itself. */
  z.strictObject({
    kind: z.literal('create-machine'),
    ...placed,
    id: sentMachineId,
    machineTypeId: z.string().default('bare-metal-epyc'),
    os: z.string().default('ubuntu-24-04'),
    cpuCores: count.optional(),
    memoryGib: count.optional(),
    gpus: count.optional(),
    gpuModelId: z.string().nullable().optional(),
    priceHr: StoredPrice.optional(),
    access: Access.prefault({}),
  }),
  z.strictObject({ kind: z.literal('set-power'), ...oneMachine, power: PowerChange }),
  z.strictObject({
    kind: z.literal('deploy-os'),
    ...oneMachine,
    os: z.string(),
    access: Access.prefault({}),
  }),
  /** All of it or nothing. */
  z.strictObject({
    kind: z.literal('change-machine'),
    ...oneMachine,
    power: PowerChange.optional(),
    access: Access.optional(),
    term: z.string().optional(),
  }),
  z.strictObject({
    kind: z.literal('enter-machine-state'),
    ...inProject,
    machine: z.string(),
    state: z.string(),
    power: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('delete-machine'), ...oneMachine }),
] as const;
