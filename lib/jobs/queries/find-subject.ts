import { namesOf, subjectsOf } from '../../decide/subjects.ts';
import type { Head } from '../../model/head.ts';
import type { Subject } from '../../model/ids.ts';

/** A subject among all that heads know of. */
export type KnownSubject = { readonly head: Head; readonly subject: Subject };

export type FoundSubject =
  | ({ readonly kind: 'found' } & KnownSubject)
  /** Several bear the name. */
  | { readonly kind: 'ambiguous'; readonly subjects: readonly Subject[] }
  /** None does; all there is to choose from. */
  | { readonly kind: 'unknown'; readonly names: readonly string[] };

/** All that can be named. */
export const knownSubjects = (heads: readonly Head[]): readonly KnownSubject[] =>
  heads.flatMap((head) => subjectsOf(head).map((subject) => ({ head, subject })));

/**
 * What a person means by a subject's name or a part of it that is enough. Of several that bear it, those that can be
 * meant are.
 */
export function findSubject(
  heads: readonly Head[],
  asked: string,
  canBeMeant: (known: KnownSubject) => boolean = () => true,
): FoundSubject {
  const known = knownSubjects(heads);
  const whole = known.filter(({ subject }) => subject === asked);
  const named = whole.length > 0 ? whole : known.filter(({ subject }) => namesOf(subject).includes(asked));
  const meant = named.filter(canBeMeant);
  const [found, ...others] = meant.length > 0 ? meant : named;
  if (found === undefined)
    return { kind: 'unknown', names: known.flatMap(({ subject }) => namesOf(subject)) };
  if (others.length === 0) return { kind: 'found', ...found };
  return { kind: 'ambiguous', subjects: [found, ...others].map(({ subject }) => subject) };
}
