import { listUnreadableFacts, type Part } from '../../model/facts/observation.ts';
import type { UnknownFact } from '../../model/facts/unknown-fact.ts';
import { groupByKey } from '../../model/grouped-by.ts';
import type { TargetId } from '../../model/ids.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import {
  computeSpan,
  findEarliest,
  hours,
  type Instant,
  isoSecond,
  minutes,
  type Span,
} from '../../model/time/time.ts';
import { formatShortList } from '../../model/words.ts';
import type { Head } from '../../state/head.ts';

const mostListed = 5;
/** The time that a fact may stay unknown after usage was due. */
const patience: Span = minutes(30);
/** The time that a fact of spend may stay unknown: reports come late. */
const reportPatience: Span = hours(4);

/** The facts that rules need and nobody knows, and the projects whose VMs fell to 0 together. */
type NeededFacts = {
  readonly because: string;
  readonly named: readonly string[];
  readonly fallen?: readonly TargetId[];
};

type Context = {
  readonly now: Instant;
  readonly intervals: Pick<Intervals, 'usageEvery'>;
  /** Reports whether a freshness rule covers a target, and so alerts on its unreadable facts. */
  readonly isLeftToRule: (target: TargetId) => boolean;
};

/**
 * Finds facts that rules need and that have been unknown for long, as a sentence and the name of each; `null` when
 * there are none.
 */
export function neededFacts(
  heads: readonly Head[],
  { now, intervals, isLeftToRule }: Context,
): NeededFacts | null {
  const isLongUnknown = ({ part, since }: UnknownFact) =>
    computeSpan(since, now) >= (part === 'spend' ? reportPatience : intervals.usageEvery + patience);
  const isLeftToFreshness = ({ target, failingSince, observation }: Head, part: Part) =>
    isLeftToRule(target) &&
    (failingSince[part] !== undefined ||
      (observation !== null && listUnreadableFacts(observation).some((fact) => fact.part === part)));
  const listed = heads.filter((head) => head.unreadable === null && head.failureScope !== 'unlisted');
  const missingFacts = listed.flatMap((head) =>
    head.unknownFacts
      .filter((fact) => isLongUnknown(fact) && !isLeftToFreshness(head, fact.part))
      .map((fact) => ({ ...fact, target: head.target })),
  );
  if (missingFacts.length === 0) return null;
  const factsBySentence = groupByKey(
    missingFacts,
    ({ rule, fact }) => `${fact} of #, which rule "${rule}" needs`,
  );
  const sentences = [...factsBySentence].map(([sentence, facts]) => {
    const subjects = formatShortList(facts.map(({ subject }) => subject).toSorted(), mostListed);
    const since = findEarliest(facts.map((fact) => fact.since)) ?? now;
    return `${sentence.replace('#', () => subjects)}, since ${isoSecond(since)}`;
  });
  const fallen = [...new Set(missingFacts.flatMap(({ target, isFall }) => (isFall ? [target] : [])))];
  return {
    ...(fallen.length > 0 && { fallen: fallen.toSorted() }),
    because: `unknown: ${formatShortList(sentences.toSorted(), mostListed)}`,
    named: [...new Set(missingFacts.map(({ target, rule, fact }) => `${target}#${rule}#${fact}`))].toSorted(),
  };
}
