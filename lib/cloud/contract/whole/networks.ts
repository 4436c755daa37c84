import * as z from 'zod';
import { CreateNetworkBody, Network } from '../../wire/whole/network.ts';
import { maybe, name } from '../../wire/whole/values.ts';
import { get, inProject, list, noReply } from '../define.ts';
import { oneInProject, remove, send, specified } from './define.ts';

const networks = '/v1/projects/{projectId}/networks';

export const listNetworks = specified(
  'List networks',
  list('listNetworks', networks, inProject, { field: 'networks', item: Network, paging: 'number' }),
);
export const createNetwork = specified(
  'Create a network',
  send('POST', 'createNetwork', networks, { input: inProject, body: CreateNetworkBody, reply: noReply }),
);
export const getNetwork = specified(
  'Get a network',
  get('getNetwork', `${networks}/{id}`, oneInProject, z.object({ network: maybe(Network) })),
);
export const deleteNetwork = specified(
  'Delete a network',
  remove('deleteNetwork', `${networks}/{networkId}`, inProject.extend({ networkId: name })),
);
