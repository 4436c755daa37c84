import * as z from 'zod';
import { Decimal, int32, maybe, openEnum, readOnly, text, time } from './values.ts';

export const DiskState = openEnum(
  'DiskState',
  ['UNKNOWN', 'ATTACHED', 'CLONING', 'CREATING', 'DELETING', 'DISABLED', 'FAILED', 'READY', 'UPDATING'],
  { default: 'UNKNOWN' },
);
export const DiskType = openEnum('DiskType', ['DISK_TYPE_UNKNOWN', 'DISK_TYPE_BOOT', 'DISK_TYPE_STORAGE'], {
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
