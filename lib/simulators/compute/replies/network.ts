import type * as z from 'zod';
import { isoInstant } from '../../../model/time/time.ts';
import type { SecurityGroup as GroupRecord, Network as NetworkRecord } from '../wire/network.ts';
import { type Network, priceAt } from '../world/holding.ts';
import { stateAt } from '../world/life.ts';
import { readCidr } from '../world/network-life.ts';
import type { SecurityGroup, WorldState } from '../world/world-state.ts';
import { addressFor, idsOf, wirePrice } from './values.ts';

/** Returns a network; its router has the first address inside and one outside. */
export function networkReply(state: WorldState, network: Network): z.input<typeof NetworkRecord> {
  const gateway = readCidr(network.cidr)?.address(1);
  const current = stateAt(network.life, state.at);
  return {
    ...idsOf(network),
    ipRange: network.cidr,
    gateway,
    internalIpAddress: gateway,
    externalIpAddress: addressFor(state, 'router', network.project, network.id),
    vrouterSize: network.routerSize,
    createTime: isoInstant(network.createdAt),
    priceHr: wirePrice(priceAt(network, state.at)),
    state: current,
    vmState: current === 'CREATING' ? 'CLONING' : current,
  };
}

export const securityGroupReply = (group: SecurityGroup): z.input<typeof GroupRecord> => ({
  ...group.fields,
  ...idsOf(group),
});
