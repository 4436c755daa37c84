import { burnRateOf, committedRateOf } from '../evaluate/facts.ts';
import type { Sighting } from '../model/facts/observation.ts';
import type { Spend } from '../model/money/spend.ts';
import type { Reckoning } from './meter-spend.ts';

/** All that is known of what a target spends; a group's is in its observation. */
export function spendOf(sighting: Sighting, { report, meters, days }: Reckoning): Spend {
  if (sighting.kind === 'group') return sighting.spend;
  return {
    report,
    day: meters.day,
    month: meters.month,
    days: days?.closed ?? [],
    burnRate: burnRateOf(sighting),
    committedRate: committedRateOf(sighting),
  };
}
