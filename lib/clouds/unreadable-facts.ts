import type { Part, UnreadablePart } from '../model/facts/observation.ts';
import type { UnreadableFields } from '../model/facts/unreadable.ts';

/** Returns the unreadable fields of records that are no resources, such as rows of spend, each field once. */
export function unreadableFacts(part: Part, records: readonly UnreadableFields[]): UnreadablePart[] {
  const facts = new Map<string, UnreadablePart & { readonly count: number }>();
  for (const { unreadable = [] } of records) {
    for (const { field, because } of unreadable) {
      const count = (facts.get(field)?.count ?? 0) + 1;
      facts.set(field, { part, field, because, count });
    }
  }
  return [...facts.values()].map(({ count, because, ...fact }) => ({
    ...fact,
    because: count === 1 ? because : `${because} (${count} times)`,
  }));
}

/** Merges the unreadable fields of this poll with those of the last observation that still hold. */
export const withEarlierFacts = (
  current: readonly UnreadablePart[],
  previous: readonly UnreadablePart[] | undefined,
  isStillKnown: (fact: UnreadablePart) => boolean,
): { unreadable?: UnreadablePart[] } => {
  const all = [...current, ...(previous ?? []).filter(isStillKnown)];
  return all.length === 0 ? {} : { unreadable: all };
};
