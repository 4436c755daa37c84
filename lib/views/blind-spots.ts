import {
  listUnreadableFacts,
  type Observation,
  type Part,
  unreadableFactsInWords,
} from '../model/facts/observation.ts';
import type { Subject, TargetId } from '../model/ids.ts';
import type { Instant } from '../model/time/time.ts';
import type { Head } from '../state/head.ts';
import { findUnjudgedVms } from './unjudged.ts';
import type { ViewInput } from './view-input.ts';

/** A target, or a part of one, that polls cannot read in full. */
export type BlindSpot = {
  readonly target: TargetId;
  /** The VM that it concerns; absent if it concerns more than one. */
  readonly subject?: Subject;
  /** `null` when the whole target cannot be read; `past-spend` is the spend from before monitoring began. */
  readonly part: Part | 'past-spend' | 'gpus' | null;
  /** The time when it began; `null` when that is unknown. */
  readonly since: Instant | null;
  readonly because: string;
  /** `signals`: no source reports the use of GPUs. `platform`: it is unsupported, without a fallback. */
  readonly fault: 'sight' | 'signals' | 'platform';
};

/**
 * Lists the blind spots: unreadable targets, then parts, then VMs that cannot be judged, then what the platform
 * does not support.
 */
export const listBlindSpots = (
  heads: readonly Head[],
  context: Pick<ViewInput, 'policy' | 'intervals' | 'now'>,
): readonly BlindSpot[] =>
  [...heads.flatMap(listTargetBlindSpots), ...unjudgedSpots(heads, context)].toSorted(
    (left, right) => rank(left) - rank(right),
  );

const rank = ({ part, fault }: BlindSpot): number =>
  fault === 'platform' ? 3 : fault === 'signals' ? 2 : part === null ? 0 : 1;

/** Returns a blind spot for each VM that no idle rule can judge, with the remedy. */
const unjudgedSpots = (
  heads: readonly Head[],
  context: Pick<ViewInput, 'policy' | 'intervals' | 'now'>,
): BlindSpot[] =>
  (findUnjudgedVms(heads, context)?.vms ?? []).map(({ target, subject, because, remedy }) => ({
    target,
    subject,
    part: 'gpus',
    since: null,
    fault: 'signals',
    because: `${because}; ${remedy}`,
  }));

function listTargetBlindSpots({
  target,
  observation,
  failedPolls,
  failedBecause,
  failureScope,
  failingSince,
  unsupported,
  pastSpend,
}: Head): BlindSpot[] {
  // A target that the platform no longer lists is gone, which is no blind spot.
  if (failureScope === 'unlisted') return [];
  const unsupportedParts = [
    ...unsupported
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

/** Returns the blind spot for spend from before monitoring began, while it is still requested. */
function pastSpot(target: TargetId, pastSpend: Head['pastSpend']): BlindSpot[] {
  const gap = pastSpend?.gap ?? null;
  if (gap === null) return [];
  const fault = gap.isUnsupported ? 'platform' : 'sight';
  return [{ target, part: 'past-spend', since: null, because: gap.because, fault }];
}

/** Lists the fields that cannot be read, with one blind spot for each part. */
function fieldSpots(target: TargetId, observation: Observation): BlindSpot[] {
  const facts = listUnreadableFacts(observation);
  return [...new Set(facts.map(({ part }) => part))].map((part) => {
    const because = unreadableFactsInWords(facts.filter((fact) => fact.part === part));
    return { target, part, since: null, because, fault: 'sight' };
  });
}
