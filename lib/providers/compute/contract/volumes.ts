import { WireVolume } from '../wire/volume.ts';
import { inProject, list } from './define.ts';

export const listVolumes = list('listVolumes', '/v1/projects/{projectId}/volumes', inProject, {
  field: 'volumes',
  item: WireVolume,
  paging: 'number',
});
