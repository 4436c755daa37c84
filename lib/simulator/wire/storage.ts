import * as z from 'zod';
import { ResourceId } from '../../model/ids.ts';
import { CommitmentTerm } from './shared.ts';
import { Decimal, given, int32, int64, maybe, openEnum, openRecord, readOnly, text, time } from './values.ts';

const DiskState = openEnum(
  'DiskState',
  ['UNKNOWN', 'ATTACHED', 'CLONING', 'CREATING', 'DELETING', 'DISABLED', 'FAILED', 'READY', 'UPDATING'],
  { default: 'UNKNOWN' },
);
const DiskType = openEnum('DiskType', ['DISK_TYPE_UNKNOWN', 'DISK_TYPE_BOOT', 'DISK_TYPE_STORAGE'], {
  default: 'DISK_TYPE_UNKNOWN',
});

export const Disk = z
  .object({
    id: text,
    projectId: text,
    dataCenterId: text,
    sizeGib: int32,
    diskState: maybe(DiskState),
    diskType: maybe(DiskType),
    createTime: readOnly(time),
    privateImageId: readOnly(text),
    publicImageId: readOnly(text),
    vmId: readOnly(text),
  })
  .meta({ id: 'Disk' });

export const GetDiskResponse = z.object({ disk: maybe(Disk) }).meta({ id: 'GetDiskResponse' });
export const DiskStoragePriceHr = z
  .object({ diskGibPriceHr: maybe(Decimal) })
  .meta({ id: 'DiskStoragePriceHr' });

export const CreateDiskBody = z
  .object({ disk: z.object({ dataCenterId: text, id: text, sizeGib: int32 }) })
  .meta({ id: 'CreateDiskBody' });

/** The states of a volume. The specification shows only the first; the others are the platform's. */
const VolumeState = openEnum('Volume.State', [
  'VOLUME_STATE_UNSPECIFIED',
  'CREATING',
  'ACTIVE',
  'UPDATING',
  'DELETING',
  'FAILED',
]);

export const Volume = z
  .object({
    id: maybe(ResourceId),
    projectId: maybe(text),
    dataCenterId: maybe(text),
    sizeGib: maybe(int32),
    sizeGibUsed: maybe(int32),
    commitmentTerm: maybe(CommitmentTerm),
    commitmentEndTime: maybe(time),
    gibPriceHr: maybe(Decimal),
    totalPriceHr: maybe(Decimal),
    nfsPath: maybe(text),
    nfsServer: maybe(text),
    state: maybe(VolumeState),
  })
  .meta({ id: 'Volume' });

export const CreateVolumeBody = z
  .object({ id: text, dataCenterId: text, sizeGib: int32, commitmentTerm: given(CommitmentTerm) })
  .meta({ id: 'CreateVolumeBody' });
export const UpdateVolumeBody = z
  .object({ sizeGib: given(int32), commitmentTerm: given(CommitmentTerm) })
  .meta({ id: 'UpdateVolumeBody' });

/** A private image. The search shows these fields; the record's own fields are unknown, so others are kept. */
export const PrivateImage = z
  .looseObject({
    id: maybe(text),
    projectId: maybe(text),
    dataCenterId: maybe(text),
    sizeGib: maybe(int32),
    createTime: maybe(time),
  })
  .meta({ id: 'PrivateImage' });

export const PublicImage = openRecord('PublicImage', 'The specification shows no fields.');

export const GetPrivateVmImageResponse = z
  .object({ image: maybe(PrivateImage) })
  .meta({ id: 'GetPrivateVMImageResponse' });
export const CreatePrivateVmImageResponse = z
  .object({ image: maybe(PrivateImage) })
  .meta({ id: 'CreatePrivateVMImageResponse' });

export const GetObjectStorageSessionKeyResponse = z
  .object({
    accessKey: maybe(text),
    secretKey: maybe(text, { description: 'A secret.' }),
    sessionToken: maybe(text, { description: 'A secret.' }),
    sessionName: maybe(text),
    endpoint: maybe(text),
  })
  .meta({ id: 'GetObjectStorageSessionKeyResponse' });

export const Bucket = z
  .object({
    id: text,
    projectId: text,
    dataCenterId: text,
    billableBytes: readOnly(int64),
    sizeBytes: readOnly(int64),
    objectCount: readOnly(int64),
    endpoint: readOnly(text),
    storageGibPriceHr: maybe(Decimal),
  })
  .meta({ id: 'ObjectStorageBucket' });
