import * as z from 'zod';
import { inProject, noReply, post, remove, send } from '../../../clouds/compute/contract/define.ts';
import * as watched from '../../../clouds/compute/contract/storage.ts';
import { CreateNetworkBody, Network } from '../wire/network.ts';
import { maybe, name } from '../wire/values.ts';
import { oneInProject, onPlatform, specified } from './define.ts';

const networks = '/v1/projects/{projectId}/networks';

export const listNetworks = specified('List networks', { ...watched.listNetworks, item: Network });
export const createNetwork = specified(
  'Create a network',
  send('POST', 'createNetwork', networks, { input: inProject, body: CreateNetworkBody, reply: noReply }),
);
export const getNetwork = specified('Get a network', {
  ...watched.getNetwork,
  reply: z.object({ network: maybe(Network) }),
});
export const deleteNetwork = specified(
  'Delete a network',
  remove('deleteNetwork', `${networks}/{networkId}`, inProject.extend({ networkId: name })),
);
export const startNetwork = onPlatform(
  'Start a network',
  post('startNetwork', `${networks}/{id}/start`, oneInProject),
);
export const stopNetwork = onPlatform(
  'Stop a network',
  post('stopNetwork', `${networks}/{id}/stop`, oneInProject),
  { note: 'A stopped network is billed in full, like a stopped VM: no document says otherwise.' },
);
