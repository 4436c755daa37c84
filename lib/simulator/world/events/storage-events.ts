import * as z from 'zod';
import { ResourceId, VmId } from '../../../model/ids.ts';
import { StoredPrice } from '../../../model/money/money.ts';
import { diskGibPriceHr, objectStorageGibPriceHr } from '../catalogue.ts';
import { count, inProject, placed, sentId, sentVmId } from './placed.ts';

const oneVolume = { ...inProject, volume: ResourceId };
const oneDisk = { ...inProject, disk: ResourceId };
const oneImage = { ...inProject, image: ResourceId };
const oneBucket = { ...inProject, bucket: ResourceId };
const sizeGib = z.number().int();
const gibPriceHr = StoredPrice.prefault('0.0001');

export const storageEvents = [
  z.strictObject({
    kind: z.literal('create-volume'),
    ...placed,
    id: sentId,
    sizeGib,
    usedGib: count.default(0),
    gibPriceHr,
  }),
  z.strictObject({
    kind: z.literal('change-volume'),
    ...oneVolume,
    sizeGib: sizeGib.optional(),
    term: z.string().optional(),
  }),
  z.strictObject({ kind: z.literal('delete-volume'), ...oneVolume }),
  z.strictObject({
    kind: z.literal('create-disk'),
    ...placed,
    id: sentId,
    sizeGib,
    gibPriceHr: StoredPrice.prefault(diskGibPriceHr),
    /** The VM to attach it to. */
    vm: VmId.nullable().default(null),
  }),
  z.strictObject({ kind: z.literal('attach-disk'), ...oneDisk, vm: sentVmId }),
  z.strictObject({ kind: z.literal('detach-disk'), ...oneDisk }),
  z.strictObject({ kind: z.literal('delete-disk'), ...oneDisk }),
  /** A storage disk of a VM, or its boot disk by its id in lists. */
  z.strictObject({ kind: z.literal('resize-disk'), ...inProject, vm: VmId, disk: sentId, sizeGib }),
  z.strictObject({
    kind: z.literal('create-bucket'),
    ...placed,
    id: sentId,
    sizeGib: count.default(0),
    objects: count.default(0),
    gibPriceHr: StoredPrice.prefault(objectStorageGibPriceHr),
  }),
  z.strictObject({ kind: z.literal('fill-bucket'), ...oneBucket, sizeGib, objects: count.default(0) }),
  z.strictObject({ kind: z.literal('delete-bucket'), ...oneBucket }),
  /** An image of a VM's boot disk, of the same size. */
  z.strictObject({
    kind: z.literal('create-image'),
    ...inProject,
    by: placed.by,
    id: sentId,
    vm: sentVmId,
    description: z.string().default(''),
    gibPriceHr: StoredPrice.prefault('0.00006'),
  }),
  z.strictObject({ kind: z.literal('describe-image'), ...oneImage, description: z.string() }),
  z.strictObject({ kind: z.literal('delete-image'), ...oneImage }),
] as const;

/** The client's own fields: the specification shows no field of a security group. */
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
