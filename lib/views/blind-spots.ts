import {
  type Observation,
  type Part,
  unreadableFactsInWords,
  unreadableIn,
} from '../model/facts/observation.ts';
import type { Head } from '../model/head.ts';
import type { TargetId } from '../model/ids.ts';
import type { Instant } from '../model/time/time.ts';

/** A target, or a part of one, that polls cannot read in full. */
export type BlindSpot = {
  readonly target: TargetId;
  /** `null` when the whole target cannot be read; `past-spend` is the spend from before monitoring began. */
  readonly part: Part | 'past-spend' | null;
  /** The time when it began; `null` when that is unknown. */
  readonly since: Instant | null;
  readonly because: string;
  /** `platform`: this version of the platform does not support it, and there is no fallback. */
  readonly fault: 'sight' | 'platform';
};

/** Lists the blind spots, unreadable targets first and what the platform does not support last. */
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
  pastSpend,
}: Head): BlindSpot[] {
  // A target that the platform no longer lists is gone, which is no blind spot.
  if (failureScope === 'unlisted') return [];
  const unsupportedParts = [
    ...lacking
      .filter(({ instead }) => instead === null)
      .map(({ part, because }): BlindSpot => ({ target, part, since: null, because, fault: 'platform' })),
    ...pastSpot(target, pastSpend),
  ];
  if (failedPolls > 0 || observation === null) {
    const because = failedBecause ?? 'not polled yet';
    return [
      { target, part: null, since: observation?.at ?? null, because, fault: 'sight' },
      ...unsupportedParts,
    ];
  }
  // A missing part of a group is a blind spot of its members.
  if (observation.kind === 'group') return [];
  const missing = new Map(observation.missing.map(({ part, because }) => [part, because]));
  const spots = [...missing].map(([part, because]): BlindSpot => {
    return { target, part, since: failingSince[part] ?? null, because, fault: 'sight' };
  });
  return [...spots, ...fieldSpots(target, observation), ...unsupportedParts];
}

/** Returns the blind spot for spend from before monitoring began, as long as it is requested. */
function pastSpot(target: TargetId, pastSpend: Head['pastSpend']): BlindSpot[] {
  const lacking = pastSpend?.lacking ?? null;
  if (lacking === null) return [];
  const fault = lacking.isUnsupported ? 'platform' : 'sight';
  return [{ target, part: 'past-spend', since: null, because: lacking.because, fault }];
}

/** Lists fields that cannot be read, one blind spot for each part. */
function fieldSpots(target: TargetId, observation: Observation): BlindSpot[] {
  const facts = unreadableIn(observation);
  return [...new Set(facts.map(({ part }) => part))].map((part) => {
    const because = unreadableFactsInWords(facts.filter((fact) => fact.part === part));
    return { target, part, since: null, because, fault: 'sight' };
  });
}
