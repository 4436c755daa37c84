import type { Observation, UnreadablePart } from '../model/facts/observation.ts';
import { earlier, minutes } from '../model/time/time.ts';
import type { FleetContext } from './fleet-context.ts';

/**
 * Gives an account of which the platform reports no burn rate the sum of what its projects cost, as an estimate; so, and as
 * unreadable, one of which it reports 0 again and again while they cost something.
 */
export function withRateOfProjects(
  observation: Observation,
  before: Observation | null,
  { rateOfProjects }: Pick<FleetContext, 'rateOfProjects'>,
): Observation {
  if (observation.kind !== 'account' || rateOfProjects === null) return observation;
  const { rate, unpriced, seenFrom } = rateOfProjects;
  const estimated = { ...observation, burnRate: rate, rateOfProjects: { unpriced } };
  if (observation.burnRate === null) return estimated;
  const isZeroBefore =
    before?.kind === 'account' && (before.rateOfProjects !== undefined || before.burnRate?.isZero() === true);
  // A VM that was deleted lately may still be known of its project; both are polled within a minute.
  if (!isZeroBefore || seenFrom < earlier(before.at, minutes(1))) return observation;
  if (!observation.burnRate.isZero() || rate.isZero()) return observation;
  return { ...estimated, unreadable: [...(observation.unreadable ?? []), zeroRate] };
}

const zeroRate: UnreadablePart = {
  part: 'account',
  field: 'burn rate',
  because: 'is 0, while its projects cost something: their sum is taken in its place, an estimate',
};
