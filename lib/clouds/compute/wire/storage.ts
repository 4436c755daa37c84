import * as z from 'zod';
import type { UnreadableFields } from '../../../model/facts/unreadable.ts';
import { ResourceId } from '../../../model/ids.ts';
import { required } from '../../http/required-field.ts';
import { bytes, gib, open, optional, price, text, time } from './values.ts';

/** A bucket of object storage: its charge is `billableBytes`, in GiB, times `storageGibPriceHr`. */
export const WireBucket = z.object({
  id: ResourceId,
  dataCenterId: required(text),
  billableBytes: optional(bytes),
  storageGibPriceHr: price,
});
export type WireBucket = z.infer<typeof WireBucket> & UnreadableFields;

export const WireDisk = z.object({
  id: ResourceId,
  dataCenterId: required(text),
  sizeGib: required(gib),
  diskState: optional(open),
  diskType: optional(open),
  createTime: time,
  privateImageId: optional(text),
  vmId: optional(text),
});
export type WireDisk = z.infer<typeof WireDisk> & UnreadableFields;

export const WireImage = z.object({
  id: ResourceId,
  dataCenterId: optional(text),
  sizeGib: optional(gib),
  state: optional(open),
  createTime: time,
});
export type WireImage = z.infer<typeof WireImage> & UnreadableFields;

export const WireVolume = z.object({
  id: ResourceId,
  projectId: optional(text),
  dataCenterId: optional(text),
  sizeGib: optional(gib),
  sizeGibUsed: optional(gib),
  commitmentTerm: optional(open),
  commitmentEndTime: time,
  totalPriceHr: price,
  state: optional(open),
});
export type WireVolume = z.infer<typeof WireVolume> & UnreadableFields;

export const WireNetwork = z.object({
  id: ResourceId,
  dataCenterId: optional(text),
  createTime: time,
  priceHr: price,
  state: optional(open),
});
export type WireNetwork = z.infer<typeof WireNetwork> & UnreadableFields;

/** The price of disks in a data center. */
export const WireVmDataCenter = z.object({
  id: z.string(),
  diskPoolPricing: optional(z.array(z.object({ diskGibPriceHr: price }))),
});
export type WireVmDataCenter = z.infer<typeof WireVmDataCenter> & UnreadableFields;
