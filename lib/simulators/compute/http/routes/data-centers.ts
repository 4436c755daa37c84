import { BillingAccountId } from '../../../../model/ids.ts';
import { contract as cloud } from '../../contract/contract.ts';
import {
  dataCenterReply,
  hostClustersReply,
  hostReply,
  revenueReply,
  revenueTotalReply,
} from '../../replies/data-center.ts';
import { type Host, hostsIn } from '../../world/compute/hosts.ts';
import { revenueByMonth, revenueTotal } from '../../world/money/revenue.ts';
import { idWrong, invalid, refuseWrong } from '../../world/refusal.ts';
import { byId, theDataCenter, type WorldState } from '../../world/world-state.ts';
import { type Caller, requireRole, sees } from '../access.ts';
import { done, list, type Route, shows, single } from '../route.ts';

export const dataCenterRoutes = {
  listDataCenters: list(cloud.listDataCenters, (state, _input, caller) =>
    byId(state.dataCenters.values())
      .filter(({ id }) => sees(state, caller, { kind: 'dataCenter', id }))
      .map(dataCenterReply),
  ),
  getDataCenter: shows(cloud.getDataCenter, (state, { id }) => dataCenterReply(theDataCenter(state, id))),
  createDataCenter: single(cloud.createDataCenter, (world, _input, { id, ...sent }, caller) => {
    if (!id) throw invalid('id', 'is required');
    refuseWrong(idWrong('id', id));
    if (!sent.billingAccountId) throw invalid('billingAccountId', 'is required');
    const changes = changesIn(world.state(), caller, sent);
    world.perform({ kind: 'create-data-center', id, by: caller.email, changes });
    return dataCenterReply(theDataCenter(world.state(), id));
  }),
  updateDataCenter: single(cloud.updateDataCenter, (world, path, sent, caller) => {
    const id = path['dataCenter.id'];
    const changes = changesIn(world.state(), caller, sent);
    world.perform({ kind: 'change-data-center', id, changes });
    return dataCenterReply(theDataCenter(world.state(), id));
  }),
  deleteDataCenter: single(cloud.deleteDataCenter, (world, { id }) => {
    world.perform({ kind: 'delete-data-center', id });
    return done;
  }),
  listDataCenterClusters: list(cloud.listDataCenterClusters, (state, { dataCenterId }) =>
    hostClustersReply(hostsOf(state, dataCenterId)),
  ),
  countHosts: shows(cloud.countHosts, (state, { dataCenterId }) => ({
    count: hostsOf(state, dataCenterId).length,
  })),
  listHosts: list(cloud.listHosts, (state, { dataCenterId }) => hostsOf(state, dataCenterId).map(hostReply)),
  listRevenue: list(cloud.listRevenue, (state, { id }) =>
    revenueByMonth(state, theDataCenter(state, id).id).map(revenueReply),
  ),
  getRevenueTotal: shows(cloud.getRevenueTotal, (state, { id }) =>
    revenueTotalReply(revenueTotal(state, theDataCenter(state, id).id)),
  ),
} as const satisfies Record<string, Route>;

function hostsOf(state: WorldState, id: string): Host[] {
  theDataCenter(state, id);
  return hostsIn(state).filter(({ dataCenter }) => dataCenter === id);
}

type Sent = Partial<ReturnType<typeof cloud.updateDataCenter.body.parse>>;

/**
 * Returns the changes of a body; the creator never changes. @throws ApiError when the caller may not spend from the
 * account.
 */
function changesIn(state: WorldState, caller: Caller, { billingAccountId, createBy: _, ...changes }: Sent) {
  if (!billingAccountId) return changes;
  const account = BillingAccountId.parse(billingAccountId);
  requireRole(state, caller, { kind: 'account', id: account }, 'EDITOR');
  return { ...changes, account };
}
