import {
  type Observation,
  type Part,
  unreadableFactsInWords,
  unreadableIn,
} from '../model/facts/observation.ts';
import type { Head } from '../model/head.ts';
import type { TargetId } from '../model/ids.ts';
import type { Instant } from '../model/time/time.ts';

/** What should be seen and is not, or not whole. */
export type BlindSpot = {
  readonly target: TargetId;
  /** `null` when nothing of the target is seen. */
  readonly part: Part | null;
  /** Since when; `null` when that is not known. */
  readonly since: Instant | null;
  readonly because: string;
  /** `platform`: this version of the platform does not offer it, and there is no other way to it. */
  readonly fault: 'sight' | 'platform';
};

/** All that spendwatch cannot see now, what is seen nothing of first. */
export const blindSpotsIn = (heads: readonly Head[]): readonly BlindSpot[] =>
  heads.flatMap(spotsOf).toSorted((left, right) => rank(left) - rank(right));

const rank = ({ part, fault }: BlindSpot): number => (fault === 'platform' ? 2 : part === null ? 0 : 1);

function spotsOf({
  target,
  observation,
  failedPolls,
  failedBecause,
  failureScope,
  failingSince,
  lacking,
}: Head): BlindSpot[] {
  // What the platform no longer lists is gone, which is no fault of anyone's sight.
  if (failureScope === 'unlisted') return [];
  const unsupportedParts = lacking
    .filter(({ instead }) => instead === null)
    .map(({ part, because }): BlindSpot => ({ target, part, since: null, because, fault: 'platform' }));
  if (failedPolls > 0 || observation === null) {
    const because = failedBecause ?? 'no look was taken';
    return [
      { target, part: null, since: observation?.at ?? null, because, fault: 'sight' },
      ...unsupportedParts,
    ];
  }
  // What a group lacks is a member's, and told there.
  if (observation.kind === 'group') return [];
  const missing = new Map(observation.missing.map(({ part, because }) => [part, because]));
  const spots = [...missing].map(([part, because]): BlindSpot => {
    return { target, part, since: failingSince[part] ?? null, because, fault: 'sight' };
  });
  return [...spots, ...fieldSpots(target, observation), ...unsupportedParts];
}

/** Facts that cannot be read, each part's together. */
function fieldSpots(target: TargetId, observation: Observation): BlindSpot[] {
  const facts = unreadableIn(observation);
  return [...new Set(facts.map(({ part }) => part))].map((part) => {
    const because = unreadableFactsInWords(facts.filter((fact) => fact.part === part));
    return { target, part, since: null, because, fault: 'sight' };
  });
}
