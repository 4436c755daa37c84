import * as z from 'zod';
import { Decimal, int64, maybe, readOnly, text } from './values.ts';

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
