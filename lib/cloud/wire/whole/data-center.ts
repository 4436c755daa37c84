import * as z from 'zod';
import { Decimal, int32, maybe, openRecord, text } from './values.ts';

export const LngLat = openRecord('LngLat', 'Longitude and latitude; the specification shows no fields.');

export const DataCenter = z
  .object({
    id: maybe(text),
    billingAccountId: maybe(text),
    createBy: maybe(text),
    lngLat: maybe(LngLat),
    oneFrontendId: maybe(text),
    regionId: maybe(text),
    renewableEnergy: maybe(z.boolean()),
    supplierName: maybe(text),
  })
  .meta({ id: 'DataCenter' });

const notShown = 'The specification shows no fields.';
export const DataCenterCluster = openRecord('DataCenterCluster', notShown);
export const Host = openRecord('Host', notShown);
export const DataCenterRevenue = openRecord('DataCenterRevenue', notShown);
export const Region = openRecord('Region', notShown);

export const RevenueTotal = z
  .object({
    amountCollected: maybe(Decimal),
    amountReceivable: maybe(Decimal),
    amountUncollectible: maybe(Decimal),
  })
  .meta({ id: 'RevenueTotal' });

export const HostCount = z.object({ count: maybe(int32) }).meta({ id: 'HostCount' });
