import type { Observation } from '../model/facts/observation.ts';
import type { Spend } from '../model/money/spend.ts';
import { burnRateOf, committedRateOf, estimatedRateOf } from '../rules/facts.ts';
import type { MeteredSpend } from './meter-spend.ts';

/** Returns all that is known of a target's spend; a group's is in its observation. */
export function spendOf(
  observation: Observation,
  { report, meters, days }: Pick<MeteredSpend, 'report' | 'meters' | 'days'>,
): Spend {
  if (observation.kind === 'group') return observation.spend;
  const estimated = estimatedRateOf(observation);
  return {
    report,
    day: meters.day,
    month: meters.month,
    days: days?.closed ?? [],
    burnRate: burnRateOf(observation),
    ...(!estimated.isZero() && { estimatedRate: estimated }),
    committedRate: committedRateOf(observation),
  };
}
