import { type Part, partOf } from '../../model/facts/observation.ts';
import { findUnsupportedPart } from '../../model/facts/unsupported.ts';
import { toTarget } from '../../model/ids.ts';
import { computeSpan, days, hours, type Instant, isoSecond, type Span } from '../../model/time/time.ts';
import { counted, formatShortList } from '../../model/words.ts';
import { leastPolls } from '../../rules/freshness/watcher.ts';
import type { Head } from '../../state/head.ts';

/** The time that one target may stay unread while others are read, where no rule sets it. */
const allowedAlone: Span = days(1);
const mostListed = 5;

/** Lists the names of the first five targets in order, with the number of the others. */
export const listed = (heads: readonly Head[]): string =>
  formatShortList(heads.map(({ target }) => target).toSorted(), mostListed);

/**
 * Finds targets that stay unread while others are read, such as a project on which the key has no role, and projects
 * with a list that stays incomplete. `uncovered` are the targets without a freshness rule, which would alert on them.
 */
export function targetsUnseen(all: readonly Head[], uncovered: readonly Head[], now: Instant) {
  if (all.every(({ failedPolls }) => failedPolls > 0)) return [];
  const getUnseenStart = ({ observation, beganAt }: Head): Instant => observation?.at ?? beganAt ?? now;
  const unseen = uncovered
    .filter(
      (head) =>
        head.failedPolls >= leastPolls &&
        head.failureScope !== 'everything' &&
        computeSpan(getUnseenStart(head), now) >= allowedAlone &&
        // On a platform without accounts, an unread account is no failure.
        (toTarget(head.target).kind === 'project' ||
          findUnsupportedPart(head.unsupported, 'account', now) === undefined),
    )
    .sort((left, right) => getUnseenStart(left) - getUnseenStart(right));
  const [longest] = unseen;
  const alone =
    longest === undefined
      ? []
      : [
          `${unseen.length} of ${counted(all.length, 'target')} cannot be polled, the longest since ${isoSecond(getUnseenStart(longest))} (${longest.failedBecause ?? 'no reason is known'}): ${listed(unseen)}`,
        ];
  const inPart = uncovered.flatMap((head) => incompleteList(head, now) ?? []);
  const incomplete = formatShortList(inPart.map(({ because }) => because).toSorted(), mostListed);
  const because = [...alone, incomplete].filter((sentence) => sentence !== '').join('; ');
  const targets = [...unseen, ...inPart].map(({ target }) => target);
  return because === '' ? [] : [{ matter: 'targets' as const, because, named: targets }];
}

/** The parts that list resources. */
const lists: ReadonlySet<Part> = new Set(Object.values(partOf));

/** The time that a list may stay incomplete before people are notified, whatever the rules. */
const allowedInPart: Span = hours(3);

/**
 * Finds the list of a project's resources that has been incomplete for the longest; `null` while none has been for too
 * long.
 */
function incompleteList({ target, observation, failedPolls, failingSince }: Head, now: Instant) {
  if (observation?.kind !== 'project' || failedPolls > 0) return null;
  const [first] = observation.missing
    .flatMap(({ part, because }) => ({ part, because, since: failingSince[part] ?? now }))
    .filter(({ part, since }) => lists.has(part) && computeSpan(since, now) >= allowedInPart)
    .sort((left, right) => left.since - right.since);
  if (first === undefined) return null;
  const { part, because, since } = first;
  return {
    target,
    because: `${part} of ${target} have been incomplete since ${isoSecond(since)} (${because})`,
  };
}
