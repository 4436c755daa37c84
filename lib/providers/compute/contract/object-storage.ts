import { WireBucket } from '../wire/bucket.ts';
import { inProject, list } from './define.ts';

export const listBuckets = list('listBuckets', '/v1/projects/{projectId}/object-storage/buckets', inProject, {
  field: 'buckets',
  item: WireBucket,
  paging: 'number',
});
