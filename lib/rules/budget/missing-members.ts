import type { Observation } from '../../model/facts/observation.ts';
import type { BudgetRule } from './terms.ts';

/**
 * Returns a text on the members whose figures are missing; `null` if none are. A to-date figure includes the
 * accruals of a member without a report.
 */
export function missingMembers({ basis }: BudgetRule, observation: Observation): string | null {
  if (observation.kind !== 'group') return null;
  const missing = observation.missing.filter(({ part }) => basis === 'reported' || part !== 'spend');
  const [first] = missing;
  if (first === undefined) return null;
  return `figures of ${missing.length} of ${observation.members.length + observation.unpolledMembers.length} projects are missing or outdated, such as ${first.because}`;
}
