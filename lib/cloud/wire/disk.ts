import * as z from 'zod';
import { ResourceId } from '../../model/ids.ts';
import { dateTime, open, optional, whole } from './values.ts';

export const WireDisk = z.object({
  id: ResourceId,
  dataCenterId: optional(z.string()),
  sizeGib: optional(whole),
  diskState: optional(open),
  diskType: optional(open),
  createTime: optional(dateTime),
  privateImageId: optional(z.string()),
  vmId: optional(z.string()),
});
export type WireDisk = z.infer<typeof WireDisk>;
