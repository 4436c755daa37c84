import * as z from 'zod';
import { ResourceId } from '../../../model/ids.ts';
import { PowerChange } from './machine-events.ts';
import { Access, inProject, placed, sentId } from './placed.ts';

const oneCluster = { ...inProject, cluster: ResourceId };

export const IpoibConfig = z.strictObject({
  networkPrefix: z.string(),
  portBits: z.number().int(),
  hostBits: z.number().int(),
});
export type IpoibConfig = z.output<typeof IpoibConfig>;

export const clusterEvents = [
  z.strictObject({
    kind: z.literal('create-cluster'),
    ...placed,
    id: sentId,
    machineTypeId: z.string().default('bare-metal-epyc'),
    machines: z.number().int(),
    networkType: z.string().default('NETWORK_TYPE_UNSPECIFIED'),
    ipoib: IpoibConfig.nullable().default(null),
    access: Access.prefault({}),
  }),
  /** All of it or nothing. */
  z.strictObject({
    kind: z.literal('change-cluster'),
    ...oneCluster,
    machines: z.number().int().optional(),
    term: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('delete-cluster'), ...oneCluster }),
  z.strictObject({
    kind: z.literal('change-cluster-machine'),
    ...inProject,
    machine: z.string(),
    power: PowerChange.optional(),
    /** All that it is to have mounted, and no others. */
    volumes: z.array(z.string()).optional(),
  }),
  z.strictObject({ kind: z.literal('delete-cluster-machine'), ...inProject, machine: z.string() }),
] as const;
