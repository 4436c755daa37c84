import * as z from 'zod';
import { ResourceId } from '../../model/ids.ts';
import { dateTime, decimal, open, optional } from './values.ts';

export const WireNetwork = z.object({
  id: ResourceId,
  dataCenterId: optional(z.string()),
  createTime: optional(dateTime),
  priceHr: optional(decimal),
  state: optional(open),
});
export type WireNetwork = z.infer<typeof WireNetwork>;
