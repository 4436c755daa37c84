import * as z from 'zod';
import { ResourceId, VmId } from '../../../../model/ids.ts';
import { StoredPrice } from '../../../../model/money/money.ts';
import { diskGibPriceHr, objectStorageGibPriceHr } from '../catalogue.ts';
import { count, event, inProject, placed, sentId, sentVmId } from './placed.ts';

const oneVolume = { ...inProject, volume: ResourceId };
const oneDisk = { ...inProject, disk: ResourceId };
const oneImage = { ...inProject, image: ResourceId };
const oneBucket = { ...inProject, bucket: ResourceId };
const sizeGib = z.number().int();
const gibPriceHr = StoredPrice.prefault('0.0001');

export const storageEvents = [
  event('create-volume', { ...placed, id: sentId, sizeGib, usedGib: count.default(0), gibPriceHr }),
  event('change-volume', { ...oneVolume, sizeGib: sizeGib.optional(), term: z.string().optional() }),
  event('delete-volume', { ...oneVolume }),
  event('create-disk', {
    ...placed,
    id: sentId,
    sizeGib,
    gibPriceHr: StoredPrice.prefault(diskGibPriceHr),
    /** The VM to attach it to. */
    vm: VmId.nullable().default(null),
  }),
  event('attach-disk', { ...oneDisk, vm: sentVmId }),
  event('detach-disk', { ...oneDisk }),
  event('delete-disk', { ...oneDisk }),
  /** A storage disk of a VM, or its boot disk by its id in lists. */
  event('resize-disk', { ...inProject, vm: VmId, disk: sentId, sizeGib }),
  event('create-bucket', {
    ...placed,
    id: sentId,
    sizeGib: count.default(0),
    objects: count.default(0),
    gibPriceHr: StoredPrice.prefault(objectStorageGibPriceHr),
  }),
  event('fill-bucket', { ...oneBucket, sizeGib, objects: count.default(0) }),
  event('delete-bucket', { ...oneBucket }),
  /** An image of a VM's boot disk, of the same size. */
  event('create-image', {
    ...inProject,
    by: placed.by,
    id: sentId,
    vm: sentVmId,
    description: z.string().default(''),
    gibPriceHr: StoredPrice.prefault('0.00006'),
  }),
  event('describe-image', { ...oneImage, description: z.string() }),
  event('delete-image', { ...oneImage }),
] as const;

/** The client's own fields: the specification shows no field of a security group. */
const fields = z.record(z.string(), z.unknown()).default({});
const oneGroup = { ...inProject, id: sentId };
const oneNetwork = { ...inProject, network: ResourceId };

export const networkEvents = [
  event('create-network', {
    ...inProject,
    dataCenter: placed.dataCenter,
    by: placed.by,
    id: sentId,
    cidr: z.string().default('10.0.0.0/24'),
    routerSize: z.string().default('VROUTER_INSTANCE_SMALL'),
  }),
  event('start-network', oneNetwork),
  event('stop-network', oneNetwork),
  event('delete-network', oneNetwork),
  event('create-security-group', { ...oneGroup, dataCenter: placed.dataCenter, fields }),
  event('change-security-group', { ...oneGroup, fields }),
  event('delete-security-group', { ...oneGroup }),
] as const;
