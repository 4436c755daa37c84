import type * as z from 'zod';
import type { VmDataCenter } from '../wire/data-center.ts';
import {
  diskGibPriceHr,
  ipv4PriceHr,
  objectStorageGibPriceHr,
  type PublicImage,
} from '../world/catalogue.ts';
import { smallNetwork } from '../world/network-life.ts';
import type { DataCenter } from '../world/world-state.ts';
import { s3Endpoint } from './storage.ts';
import { wirePrice } from './values.ts';

export const vmDataCenterReply = (dataCenter: DataCenter): z.input<typeof VmDataCenter> => ({
  id: dataCenter.id,
  regionId: dataCenter.regionId,
  lngLat: dataCenter.lngLat,
  renewableEnergy: dataCenter.renewableEnergy,
  supplierName: 'Example Hosting',
  location: { latitude: dataCenter.lngLat.lat, longitude: dataCenter.lngLat.lng },
  ipv4Free: 1_000,
  ipv4PriceHr: { value: ipv4PriceHr },
  networkPriceHr: wirePrice(smallNetwork),
  networkPricing: [{ priceHr: wirePrice(smallNetwork) }],
  diskPoolPricing: [{ diskGibPriceHr: { value: diskGibPriceHr } }],
  objectStorageGibPriceHr: { value: objectStorageGibPriceHr },
  s3Endpoint: s3Endpoint(dataCenter.id),
});

export const imageReply = ({ id, name, sizeGib }: PublicImage) => ({
  id,
  name,
  displayName: name,
  description: `${name}, as its makers publish it`,
  platform: 'linux',
  sizeGib,
  installedPackages: [],
});
