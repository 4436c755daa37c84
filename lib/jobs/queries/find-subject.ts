import { indexGivenNames, listSubjectNames, listSubjects } from '../../decide/subjects.ts';
import type { Subject } from '../../model/ids.ts';
import type { Head } from '../../state/head.ts';

export type KnownSubject = { readonly head: Head; readonly subject: Subject };

export type FoundSubject =
  | ({ readonly kind: 'found' } & KnownSubject)
  /** Several subjects have the name; `isGiven` is true if people gave it to them and it is not their ID. */
  | {
      readonly kind: 'ambiguous';
      readonly because: string;
      readonly subjects: readonly Subject[];
      readonly isGiven: boolean;
    }
  /** No subject has the name; `names` lists the known ones. */
  | { readonly kind: 'unknown'; readonly names: readonly string[] };

export const knownSubjects = (heads: readonly Head[]): readonly KnownSubject[] =>
  heads.flatMap((head) => listSubjects(head).map((subject) => ({ head, subject })));

/**
 * Finds a subject by its name or an unambiguous part of it. If several match, those that `canBeMeant` accepts go first. If
 * none matches, resources that people gave this name are searched.
 */
export function findSubject(
  heads: readonly Head[],
  name: string,
  canBeMeant: (candidate: KnownSubject) => boolean = () => true,
): FoundSubject {
  const subjects = knownSubjects(heads);
  const whole = subjects.filter(({ subject }) => subject === name);
  const namesakes =
    whole.length > 0 ? whole : subjects.filter(({ subject }) => listSubjectNames(subject).includes(name));
  const eligible = namesakes.filter(canBeMeant);
  const isGiven = namesakes.length === 0;
  const matches = isGiven ? findNamedSubjects(heads, name) : eligible.length > 0 ? eligible : namesakes;
  const [match, ...others] = matches;
  if (match === undefined)
    return {
      kind: 'unknown',
      names: [
        ...subjects.flatMap(({ subject }) => listSubjectNames(subject)),
        ...heads.flatMap((head) => [...indexGivenNames(head).values()].flat()),
      ],
    };
  if (others.length === 0) return { kind: 'found', ...match };
  return {
    kind: 'ambiguous',
    because: isGiven
      ? `${matches.length} resources are named "${name}"; use an ID`
      : `"${name}" is ambiguous. Matches`,
    subjects: matches.map(({ subject }) => subject),
    isGiven,
  };
}

const findNamedSubjects = (heads: readonly Head[], name: string): readonly KnownSubject[] =>
  heads.flatMap((head) =>
    [...indexGivenNames(head)].flatMap(([subject, names]) =>
      names.includes(name) ? [{ head, subject }] : [],
    ),
  );
