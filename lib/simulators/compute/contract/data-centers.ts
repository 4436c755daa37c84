import * as z from 'zod';
import { get, list, remove, send } from '../../../clouds/compute/contract/define.ts';
import {
  DataCenter,
  DataCenterCluster,
  DataCenterRevenue,
  Host,
  HostCount,
  LngLat,
  RevenueTotal,
} from '../wire/data-center.ts';
import { given, name, text } from '../wire/values.ts';
import { none, one, specified } from './define.ts';

const dataCenters = '/v1/data-centers';
const inDataCenter = z.object({ dataCenterId: name });
const changeable = {
  billingAccountId: given(text),
  createBy: given(text),
  lngLat: given(LngLat),
  oneFrontendId: given(text),
  regionId: given(text),
  renewableEnergy: given(z.boolean()),
  supplierName: given(text),
};

export const listDataCenters = specified(
  'List data centers',
  list('listDataCenters', dataCenters, none, { field: 'dataCenters', item: DataCenter, paging: 'token' }),
);
export const createDataCenter = specified(
  'Create a data center',
  send('POST', 'createDataCenter', dataCenters, {
    input: none,
    body: z.object({ ...changeable, id: given(text) }),
    reply: DataCenter,
  }),
  { isPaidByAccount: true },
);
export const getDataCenter = specified(
  'Get a data center',
  get('getDataCenter', `${dataCenters}/{id}`, one, DataCenter),
);
export const updateDataCenter = specified(
  'Change a data center',
  send('PATCH', 'updateDataCenter', `${dataCenters}/{dataCenter.id}`, {
    input: z.object({ 'dataCenter.id': name }),
    body: z.object(changeable),
    reply: DataCenter,
  }),
);
export const deleteDataCenter = specified(
  'Delete a data center',
  remove('deleteDataCenter', `${dataCenters}/{id}`, one),
  { role: 'OWNER' },
);
export const listDataCenterClusters = specified(
  'List the clusters of a data center',
  list('listDataCenterClusters', `${dataCenters}/{dataCenterId}/clusters`, inDataCenter, {
    field: 'clusters',
    item: DataCenterCluster,
    paging: 'whole',
  }),
);
export const countHosts = specified(
  'Count the hosts of a data center',
  get('countHosts', `${dataCenters}/{dataCenterId}/host-count`, inDataCenter, HostCount),
);
export const listHosts = specified(
  'List the hosts of a data center',
  list('listHosts', `${dataCenters}/{dataCenterId}/hosts`, inDataCenter, {
    field: 'hosts',
    item: Host,
    paging: 'whole',
  }),
);
export const listRevenue = specified(
  'List the revenue of a data center',
  list('listRevenue', `${dataCenters}/{id}/revenue`, one, {
    field: 'dataCenterRevenueHistory',
    item: DataCenterRevenue,
    paging: 'whole',
  }),
);
export const getRevenueTotal = specified(
  'Get the total revenue of a data center',
  get('getRevenueTotal', `${dataCenters}/{id}/revenue-total`, one, RevenueTotal),
);
