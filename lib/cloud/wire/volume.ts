import * as z from 'zod';
import { ResourceId } from '../../model/ids.ts';
import { dateTime, decimal, open, optional, whole } from './values.ts';

export const WireVolume = z.object({
  id: ResourceId,
  projectId: optional(z.string()),
  dataCenterId: optional(z.string()),
  sizeGib: optional(whole),
  sizeGibUsed: optional(whole),
  commitmentTerm: optional(open),
  commitmentEndTime: optional(dateTime),
  gibPriceHr: optional(decimal),
  totalPriceHr: optional(decimal),
  state: optional(open),
});
export type WireVolume = z.infer<typeof WireVolume>;
