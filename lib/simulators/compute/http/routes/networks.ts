import * as z from 'zod';
import { contract as cloud } from '../../contract/contract.ts';
import { networkReply } from '../../replies/network.ts';
import { read } from '../received.ts';
import { done, list, performs, type Route, shownAs, shows, single } from '../route.ts';

/** The required fields. No document names any, but a network needs these two. */
const Needed = z.object({ networkId: z.string().min(1), dataCenterId: z.string().min(1) });

const networks = shownAs('network', networkReply);

export const networkRoutes = {
  listNetworks: list(cloud.listNetworks, networks.all),
  getNetwork: shows(cloud.getNetwork, (state, input) => ({ network: networks.one(state, input) })),
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
    return networks.one(world.state(), { projectId, id: networkId });
  }),
  startNetwork: performs(cloud.startNetwork, (network) => ({ kind: 'start-network', network })),
  stopNetwork: performs(cloud.stopNetwork, (network) => ({ kind: 'stop-network', network })),
  deleteNetwork: single(cloud.deleteNetwork, (world, { projectId, networkId }) => {
    world.perform({ kind: 'delete-network', project: projectId, network: networkId });
    return done;
  }),
} as const satisfies Record<string, Route>;
