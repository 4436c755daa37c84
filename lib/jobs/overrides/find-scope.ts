import { namesOf } from '../../decide/subjects.ts';
import type { Subject } from '../../model/ids.ts';
import { isGlob, longestGlob } from '../../model/rules/match.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Head } from '../../state/head.ts';
import { findSubject, type KnownSubject, knownSubjects } from '../queries/find-subject.ts';
import type { Refused } from './override-outcome.ts';
import { coveredBy, holdersOf, type Scope, textOf } from './scope.ts';

export type FoundScope = { readonly kind: 'scope'; readonly scope: Scope } | Refused;

type FindScope = (
  heads: readonly Head[],
  asked: string,
  canBeMeant?: (known: KnownSubject) => boolean,
) => FoundScope;

/** Resolves a name, a part of one, or a glob to a scope. */
export const scopeOf: FindScope = (heads, asked, canBeMeant) => {
  if (/^\*+$/.test(asked)) return { kind: 'scope', scope: { kind: 'everything' } };
  return isGlob(asked) ? scopeOfGlob(heads, asked, canBeMeant) : scopeOfName(heads, asked, canBeMeant);
};

const scopeOfName: FindScope = (heads, asked, canBeMeant) => {
  const found = findSubject(heads, asked, canBeMeant);
  if (found.kind === 'unknown')
    return { kind: 'unknown', asked, because: `Unknown subject "${asked}"`, names: found.names };
  const subjects = found.kind === 'found' ? [found.subject] : found.subjects;
  const [first, ...others] = subjects.map(namedScope);
  // A VM and its disk may have the same name; then both are meant.
  const isOne = first !== undefined && others.every((other) => textOf(other) === textOf(first));
  if (found.kind === 'found' && first !== undefined)
    return { kind: 'scope', scope: subjectScope(found.subject) };
  if (isOne) return { kind: 'scope', scope: first };
  return { kind: 'ambiguous', because: `"${asked}" is ambiguous. Matches`, choices: subjects };
};

function subjectScope(subject: Subject): Scope {
  const { scope, name, resource } = subjectParts(subject);
  if (resource !== null) return { kind: 'resources', subject };
  return scope === 'project' ? { kind: 'projects', project: name } : { kind: 'targets', subject };
}

/** Returns the scope of a name for every kind of resource. */
function namedScope(subject: Subject): Scope {
  const { name, resource } = subjectParts(subject);
  if (resource === null) return subjectScope(subject);
  return { kind: 'resources', subject: `project/${name}/*/${resource.id}` };
}

const scopeOfGlob: FindScope = (heads, asked, canBeMeant) => {
  const glob = asked.replaceAll(/\*{2,}/g, '*');
  if (glob.length > longestGlob)
    return { kind: 'unfit', because: `A name may have at most ${longestGlob} characters` };
  const forms = formsOf(glob).filter((form) => coversAny(heads, form));
  const meant =
    canBeMeant === undefined ? forms : forms.filter((form) => coveredBy(heads, form).some(canBeMeant));
  const [first, ...others] = meant.length > 0 ? meant : forms;
  if (first === undefined) {
    const names = knownSubjects(heads).flatMap(({ subject }) => namesOf(subject));
    return { kind: 'unknown', asked, because: `No match for "${asked}"`, names };
  }
  if (others.length === 0) return { kind: 'scope', scope: first };
  return {
    kind: 'ambiguous',
    because: `"${asked}" is ambiguous. Meanings`,
    choices: [first, ...others].map(textOf),
  };
};

/** Returns the ways to read a glob: the part before the first "/" is a project, or it is a single name. */
function formsOf(glob: string): readonly Scope[] {
  if (/^(account|group)\//.test(glob)) return [{ kind: 'targets', subject: glob }];
  const isWhole = glob.startsWith('project/');
  const [first = '', second, ...more] = (isWhole ? glob.slice('project/'.length) : glob).split('/');
  if (second === undefined) {
    const projects: Scope = { kind: 'projects', project: first };
    if (isWhole) return [projects];
    return [
      projects,
      { kind: 'resources', subject: `project/*/*/${first}` },
      { kind: 'targets', subject: `account/${first}` },
      { kind: 'targets', subject: `group/${first}` },
    ];
  }
  if (second === '*' && more.length === 0) return [{ kind: 'projects', project: first }];
  const rest = more.length === 0 ? ['*', second] : [second, ...more];
  return [{ kind: 'resources', subject: ['project', first, ...rest].join('/') }];
}

/** Reports whether a scope covers anything known; future resources of a known project count. */
const coversAny = (heads: readonly Head[], scope: Scope): boolean =>
  scope.kind === 'resources' && !scope.subject.startsWith('project/*/')
    ? holdersOf(heads, scope).length > 0
    : coveredBy(heads, scope).length > 0;
