import { namesOf, subjectsOf } from '../../decide/subjects.ts';
import type { Subject } from '../../model/ids.ts';
import type { Head } from '../../state/head.ts';

export type KnownSubject = { readonly head: Head; readonly subject: Subject };

export type FoundSubject =
  | ({ readonly kind: 'found' } & KnownSubject)
  /** Several subjects have the name. */
  | { readonly kind: 'ambiguous'; readonly subjects: readonly Subject[] }
  /** No subject has the name; `names` lists the known ones. */
  | { readonly kind: 'unknown'; readonly names: readonly string[] };

export const knownSubjects = (heads: readonly Head[]): readonly KnownSubject[] =>
  heads.flatMap((head) => subjectsOf(head).map((subject) => ({ head, subject })));

/**
 * Finds a subject by its name or an unambiguous part of it. Among several with the name, only those that `canBeMeant`
 * accepts count.
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
