import * as z from 'zod';
import { ResourceId } from '../../model/ids.ts';
import { dateTime, open, optional, whole } from './values.ts';

export const WireImage = z.object({
  id: ResourceId,
  dataCenterId: optional(z.string()),
  sizeGib: optional(whole),
  state: optional(open),
  createTime: optional(dateTime),
});
export type WireImage = z.infer<typeof WireImage>;
