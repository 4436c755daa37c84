import * as z from 'zod';
import { ResourceId } from '../../../model/ids.ts';
import { CommitmentTerm } from './shared.ts';
import {
  Decimal,
  given,
  int32,
  int64,
  maybe,
  openEnum,
  openRecord,
  readOnly,
  record,
  text,
  time,
} from './values.ts';

const DiskState = openEnum(
  'DiskState',
  ['UNKNOWN', 'ATTACHED', 'CLONING', 'CREATING', 'DELETING', 'DISABLED', 'FAILED', 'READY', 'UPDATING'],
  { default: 'UNKNOWN' },
);
const DiskType = openEnum('DiskType', ['DISK_TYPE_UNKNOWN', 'DISK_TYPE_BOOT', 'DISK_TYPE_STORAGE'], {
  default: 'DISK_TYPE_UNKNOWN',
});

export const Disk = record('Disk', {
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
});

export const GetDiskResponse = record('GetDiskResponse', { disk: maybe(Disk) });
export const DiskStoragePriceHr = record('DiskStoragePriceHr', { diskGibPriceHr: maybe(Decimal) });

export const CreateDiskBody = record('CreateDiskBody', {
  disk: z.object({ dataCenterId: text, id: text, sizeGib: int32 }),
});

/** The states of a volume. The specification shows only the first; the others are the platform's. */
const VolumeState = openEnum('Volume.State', [
  'VOLUME_STATE_UNSPECIFIED',
  'CREATING',
  'ACTIVE',
  'UPDATING',
  'DELETING',
  'FAILED',
]);

export const Volume = record('Volume', {
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
});

export const CreateVolumeBody = record('CreateVolumeBody', {
  id: text,
  dataCenterId: text,
  sizeGib: int32,
  commitmentTerm: given(CommitmentTerm),
});
export const UpdateVolumeBody = record('UpdateVolumeBody', {
  sizeGib: given(int32),
  commitmentTerm: given(CommitmentTerm),
});

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

export const GetPrivateVmImageResponse = record('GetPrivateVMImageResponse', { image: maybe(PrivateImage) });
export const CreatePrivateVmImageResponse = record('CreatePrivateVMImageResponse', {
  image: maybe(PrivateImage),
});

export const GetObjectStorageSessionKeyResponse = record('GetObjectStorageSessionKeyResponse', {
  accessKey: maybe(text),
  secretKey: maybe(text, { description: 'A secret.' }),
  sessionToken: maybe(text, { description: 'A secret.' }),
  sessionName: maybe(text),
  endpoint: maybe(text),
});

export const Bucket = record('ObjectStorageBucket', {
  id: text,
  projectId: text,
  dataCenterId: text,
  billableBytes: readOnly(int64),
  sizeBytes: readOnly(int64),
  objectCount: readOnly(int64),
  endpoint: readOnly(text),
  storageGibPriceHr: maybe(Decimal),
});
