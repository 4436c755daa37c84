import * as z from 'zod';
import { ResourceId } from '../../../model/ids.ts';
import { inProject, placed, sentId } from './placed.ts';

/** Whatever the client makes of it: the specification shows no field of a security group. */
const fields = z.record(z.string(), z.unknown()).default({});
const oneGroup = { ...inProject, id: sentId };

export const networkEvents = [
  z.strictObject({
    kind: z.literal('create-network'),
    ...inProject,
    dataCenter: placed.dataCenter,
    by: placed.by,
    id: sentId,
    cidr: z.string().default('10.0.0.0/24'),
    routerSize: z.string().default('VROUTER_INSTANCE_SMALL'),
  }),
  z.strictObject({ kind: z.literal('delete-network'), ...inProject, network: ResourceId }),
  z.strictObject({
    kind: z.literal('create-security-group'),
    ...oneGroup,
    dataCenter: placed.dataCenter,
    fields,
  }),
  z.strictObject({ kind: z.literal('change-security-group'), ...oneGroup, fields }),
  z.strictObject({ kind: z.literal('delete-security-group'), ...oneGroup }),
] as const;
