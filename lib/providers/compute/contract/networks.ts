import { WireNetwork } from '../wire/network.ts';
import { inProject, list } from './define.ts';

export const listNetworks = list('listNetworks', '/v1/projects/{projectId}/networks', inProject, {
  field: 'networks',
  item: WireNetwork,
  paging: 'number',
});
