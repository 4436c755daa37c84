import { WireDisk } from '../wire/disk.ts';
import { inProject, list } from './define.ts';

export const listDisks = list('listDisks', '/v1/projects/{projectId}/disks', inProject, {
  field: 'disks',
  item: WireDisk,
  paging: 'number',
});
