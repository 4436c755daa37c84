import { type Instant, minutes } from '../../../../lib/model/time/time.ts';
import { stateOf, type TrueResource } from '../../world/true-resource.ts';
import type { ActionRequest } from '../../world/witness.ts';
import type { Case } from '../violation.ts';
import type { RestBook } from './rest-book.ts';

/**
 * Checks invariant 6 across decisions: a rule images a stopped resource once, and a failed action is not requested
 * again within the hour.
 */
export function tryOracle({ accuse, scenario }: Case, rests: RestBook) {
  const tried = new WeakMap<TrueResource, Map<string, Instant>>();
  /** The least time between attempts, allowing for skewed clocks and a delayed request. */
  const least = minutes(50) - 2 * scenario.skew;

  return ({ action, on, subject, at }: ActionRequest, rule: string | null): void => {
    if (action !== 'image' && action !== 'terminate') return;
    if (on.kind !== 'vm') return;
    const key = `${action} ${rule}`;
    const known = tried.get(on) ?? new Map<string, Instant>();
    tried.set(on, known);
    const last = known.get(key);
    known.set(key, at);
    const since = rests.restsSince(on);
    // A resource that was started in between is a separate case.
    if (last === undefined || since === null || last < since) return;
    const name = `${subject} by ${rule}`;
    if (at - last < least) accuse(6, `the ${action} of ${name} was tried again after ${at - last} ms`);
    const good = rests
      .imagesOf(on)
      .filter((image) => image.createdAt <= last && stateOf(image, at) === 'READY');
    if (action === 'image' && good.some(({ createdAt }) => createdAt === last))
      accuse(6, `${name} was imaged before, at ${last}`);
  };
}
