import { givenNamesIn, namesOf, subjectsOf } from '../../decide/subjects.ts';
import type { Subject } from '../../model/ids.ts';
import type { Head } from '../../state/head.ts';

export type KnownSubject = { readonly head: Head; readonly subject: Subject };

export type FoundSubject =
  | ({ readonly kind: 'found' } & KnownSubject)
  /** Several subjects have the name; `isGiven` is true where people gave it to them, and their IDs are others. */
  | {
      readonly kind: 'ambiguous';
      readonly because: string;
      readonly subjects: readonly Subject[];
      readonly isGiven: boolean;
    }
  /** No subject has the name; `names` lists the known ones. */
  | { readonly kind: 'unknown'; readonly names: readonly string[] };

export const knownSubjects = (heads: readonly Head[]): readonly KnownSubject[] =>
  heads.flatMap((head) => subjectsOf(head).map((subject) => ({ head, subject })));

/**
 * Finds a subject by its name or an unambiguous part of it. Among several with the name, only those that `canBeMeant`
 * accepts count. Where none has it, the one resource that people gave it to is found.
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
  const isGiven = named.length === 0;
  const matches = isGiven ? givenTo(heads, asked) : meant.length > 0 ? meant : named;
  const [found, ...others] = matches;
  if (found === undefined)
    return {
      kind: 'unknown',
      names: [
        ...known.flatMap(({ subject }) => namesOf(subject)),
        ...heads.flatMap((head) => [...givenNamesIn(head).values()].flat()),
      ],
    };
  if (others.length === 0) return { kind: 'found', ...found };
  return {
    kind: 'ambiguous',
    because: isGiven
      ? `${matches.length} resources are named "${asked}"; use an ID`
      : `"${asked}" is ambiguous. Matches`,
    subjects: matches.map(({ subject }) => subject),
    isGiven,
  };
}

const givenTo = (heads: readonly Head[], asked: string): readonly KnownSubject[] =>
  heads.flatMap((head) =>
    [...givenNamesIn(head)].flatMap(([subject, names]) => (names.includes(asked) ? [{ head, subject }] : [])),
  );
