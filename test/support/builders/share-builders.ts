import { charge, hourlyPrice } from '../../../lib/model/money/money.ts';
import type { Share, Tags } from '../../../lib/model/money/share.ts';
import { hours } from '../../../lib/model/time/time.ts';

/** Returns the tags of a VM without further details. */
export const aVmsTags = (overrides: Partial<Tags> = {}): Tags => ({
  kind: 'vm',
  dataCenter: null,
  gpuModel: null,
  createdBy: null,
  metadata: {},
  ...overrides,
});

/** Returns the share of an hour at a price. */
export const anHour = (tags: Tags, price: string): Share => ({
  tags,
  charge: charge(hourlyPrice(price), hours(1)),
});
