import * as z from 'zod';
import { DiskStoragePriceHr } from './storage.ts';
import { Decimal, float, int32, maybe, openRecord, record, text } from './values.ts';

export const LngLat = openRecord('LngLat', 'Longitude and latitude; the specification shows no fields.');

export const DataCenter = record('DataCenter', {
  id: maybe(text),
  billingAccountId: maybe(text),
  createBy: maybe(text),
  lngLat: maybe(LngLat),
  oneFrontendId: maybe(text),
  regionId: maybe(text),
  renewableEnergy: maybe(z.boolean()),
  supplierName: maybe(text),
});

/** A data center in the catalogue of VMs, with the prices that depend on the place and not on the machine type. */
export const VmDataCenter = DataCenter.extend({
  location: maybe(z.object({ latitude: float, longitude: float })),
  ipv4Free: maybe(int32),
  ipv4PriceHr: maybe(Decimal),
  networkPriceHr: maybe(Decimal),
  networkPricing: maybe(z.array(z.object({ priceHr: maybe(Decimal) }))),
  diskPoolPricing: maybe(z.array(DiskStoragePriceHr)),
  objectStorageGibPriceHr: maybe(Decimal),
  s3Endpoint: maybe(text),
}).meta({ id: 'VmDataCenter' });

const notShown = 'The specification shows no fields.';
export const DataCenterCluster = openRecord('DataCenterCluster', notShown);
export const Host = openRecord('Host', notShown);
export const DataCenterRevenue = openRecord('DataCenterRevenue', notShown);
export const Region = openRecord('Region', notShown);

export const RevenueTotal = record('RevenueTotal', {
  amountCollected: maybe(Decimal),
  amountReceivable: maybe(Decimal),
  amountUncollectible: maybe(Decimal),
});

export const HostCount = record('HostCount', { count: maybe(int32) });
