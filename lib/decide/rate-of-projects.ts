import type { Observation, UnreadablePart } from '../model/facts/observation.ts';
import { earlier, minutes } from '../model/time/time.ts';
import type { FleetContext } from './fleet-context.ts';

/**
 * Replaces an account's burn rate by the sum of its projects' rates, as an estimate, if the platform reports none. If
 * it keeps reporting 0 while the projects cost something, the sum also replaces that, and the rate is marked as
 * unreadable.
 */
export function withRateOfProjects(
  observation: Observation,
  previous: Observation | null,
  { rateOfProjects }: Pick<FleetContext, 'rateOfProjects'>,
): Observation {
  if (observation.kind !== 'account' || rateOfProjects === null) return observation;
  const { rate, unpriced, seenFrom } = rateOfProjects;
  const estimated = { ...observation, burnRate: rate, rateOfProjects: { unpriced } };
  if (observation.burnRate === null) return estimated;
  const isZeroBefore =
    previous?.kind === 'account' &&
    (previous.burnRate?.isZero() === true ||
      previous.unreadable?.some(({ because }) => because === zeroRate.because) === true);
  // A recently deleted VM may still be in its project's last observation; both are polled within a minute.
  if (!isZeroBefore || seenFrom < earlier(previous.at, minutes(1))) return observation;
  if (!observation.burnRate.isZero() || rate.isZero()) return observation;
  return { ...estimated, unreadable: [...(observation.unreadable ?? []), zeroRate] };
}

const zeroRate: UnreadablePart = {
  part: 'account',
  field: 'burn rate',
  because: 'is 0, while its projects cost something: their sum is taken in its place, an estimate',
};
