import { charge, hourlyPrice } from '../../../lib/model/money/money.ts';
import type { Share, Tags } from '../../../lib/model/money/share.ts';
import { hours } from '../../../lib/model/time/time.ts';

/** What a VM is attributed by that says nothing more. */
export const aVmsTags = (overrides: Partial<Tags> = {}): Tags => ({
  kind: 'vm',
  dataCenter: null,
  gpuModel: null,
  createdBy: null,
  metadata: {},
  ...overrides,
});

/** An hour at a price. */
export const anHour = (tags: Tags, price: string): Share => ({
  tags,
  charge: charge(hourlyPrice(price), hours(1)),
});
