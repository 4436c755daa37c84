import * as z from 'zod';
import { contract as cloud } from '../../contract/contract.ts';
import { networkReply } from '../../replies/network.ts';
import { present, theHolding } from '../../world/world-state.ts';
import { read } from '../received.ts';
import { done, list, type Route, single } from '../route.ts';

/** No document says which fields are required; there is no network without these two. */
const Needed = z.object({ networkId: z.string().min(1), dataCenterId: z.string().min(1) });

export const networkRoutes = {
  listNetworks: list(cloud.listNetworks, (world, { projectId }) => {
    const state = world.state();
    return present(state, projectId, 'network').map((network) => networkReply(state, network));
  }),
  getNetwork: single(cloud.getNetwork, (world, { projectId, id }) => {
    const state = world.state();
    return { network: networkReply(state, theHolding(state, projectId, 'network', id)) };
  }),
  createNetwork: single(cloud.createNetwork, (world, { projectId }, body, { email }) => {
    const { networkId, dataCenterId } = read(Needed, body);
    world.perform({
      kind: 'create-network',
      project: projectId,
      by: email,
      id: networkId,
      dataCenter: dataCenterId,
      ...(body.cidrPrefix && { cidr: body.cidrPrefix }),
      ...(body.vrouterSize && { routerSize: body.vrouterSize }),
    });
    const state = world.state();
    return networkReply(state, theHolding(state, projectId, 'network', networkId));
  }),
  deleteNetwork: single(cloud.deleteNetwork, (world, { projectId, networkId }) => {
    world.perform({ kind: 'delete-network', project: projectId, network: networkId });
    return done;
  }),
} as const satisfies Record<string, Route>;
