import * as watched from '../../../clouds/compute/contract/storage.ts';
import { Bucket } from '../wire/storage.ts';
import { onPlatform } from './define.ts';

export const listBuckets = onPlatform('List buckets', { ...watched.listBuckets, item: Bucket });
export const getBucket = onPlatform('Get a bucket', { ...watched.getBucket, reply: Bucket });
