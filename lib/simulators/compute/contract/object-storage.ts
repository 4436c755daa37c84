import { get, inProject } from '../../../clouds/compute/contract/define.ts';
import * as watched from '../../../clouds/compute/contract/storage.ts';
import { Bucket, GetObjectStorageSessionKeyResponse } from '../wire/storage.ts';
import { name } from '../wire/values.ts';
import { onPlatform } from './define.ts';

const inDataCenter = inProject.extend({ dataCenterId: name });

export const listBuckets = onPlatform('List buckets', { ...watched.listBuckets, item: Bucket });
export const getBucket = onPlatform('Get a bucket', { ...watched.getBucket, reply: Bucket });
export const getObjectStorageSessionKey = onPlatform(
  'Get a temporary key for the object storage of a project',
  get(
    'getObjectStorageSessionKey',
    '/v1/projects/{projectId}/object-storage/session-key/{dataCenterId}',
    inDataCenter,
    GetObjectStorageSessionKeyResponse,
  ),
  { role: 'EDITOR', note: 'All of it is secret.' },
);
