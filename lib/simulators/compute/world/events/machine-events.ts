import * as z from 'zod';
import { MachineId, ResourceId } from '../../../../model/ids.ts';
import { StoredPrice } from '../../../../model/money/money.ts';
import { Access, count, event, inProject, placed, sentId, sentMachineId } from './placed.ts';

const oneMachine = { ...inProject, machine: MachineId };
export const PowerChange = z.enum(['ON', 'OFF', 'REBOOTING']);
export type PowerChange = z.infer<typeof PowerChange>;

export const machineEvents = [
  /** Omitted fields are those of the machine type; an unknown type needs a price. */
  event('create-machine', {
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
  event('set-power', { ...oneMachine, power: PowerChange }),
  event('deploy-os', { ...oneMachine, os: z.string(), access: Access.prefault({}) }),
  /** The change is complete or not made at all. */
  event('change-machine', {
    ...oneMachine,
    power: PowerChange.optional(),
    access: Access.optional(),
    term: z.string().optional(),
  }),
  event('enter-machine-state', {
    ...inProject,
    machine: z.string(),
    state: z.string(),
    power: z.string().optional(),
  }),
  event('delete-machine', { ...oneMachine }),
] as const;

const oneCluster = { ...inProject, cluster: ResourceId };

export const IpoibConfig = z.strictObject({
  networkPrefix: z.string(),
  portBits: z.number().int(),
  hostBits: z.number().int(),
});
export type IpoibConfig = z.output<typeof IpoibConfig>;

export const clusterEvents = [
  event('create-cluster', {
    ...placed,
    id: sentId,
    machineTypeId: z.string().default('bare-metal-epyc'),
    machines: z.number().int(),
    networkType: z.string().default('NETWORK_TYPE_UNSPECIFIED'),
    ipoib: IpoibConfig.nullable().default(null),
    access: Access.prefault({}),
  }),
  /** The change is complete or not made at all. */
  event('change-cluster', {
    ...oneCluster,
    machines: z.number().int().optional(),
    term: z.string().optional(),
  }),
  event('delete-cluster', { ...oneCluster }),
  event('change-cluster-machine', {
    ...inProject,
    machine: z.string(),
    power: PowerChange.optional(),
    /** All volumes to be mounted. */
    volumes: z.array(z.string()).optional(),
  }),
  event('delete-cluster-machine', { ...inProject, machine: z.string() }),
] as const;
