import { listSubjectNames } from '../../decide/subjects.ts';
import type { ConnectionName } from '../../model/connection-name.ts';
import { type Subject, scoped } from '../../model/ids.ts';
import { isGlob, longestGlob } from '../../model/rules/match.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Head } from '../../state/head.ts';
import { listHeadConnections } from '../../state/heads-by-connection.ts';
import { findSubject, type KnownSubject, knownSubjects } from '../queries/find-subject.ts';
import type { OverrideRefusal } from './override-outcome.ts';
import { formatScope, type Scope, selectAffectedHeads, selectCoveredSubjects } from './scope.ts';

export type FoundScope = { readonly kind: 'scope'; readonly scope: Scope } | OverrideRefusal;

type FindScope = (
  heads: readonly Head[],
  name: string,
  canBeMeant?: (candidate: KnownSubject) => boolean,
) => FoundScope;

/** Resolves a name, a part of one, or a glob to a scope. */
export const findScope: FindScope = (heads, name, canBeMeant) => {
  if (/^\*+$/.test(name)) return { kind: 'scope', scope: { kind: 'everything' } };
  return isGlob(name) ? scopeOfGlob(heads, name, canBeMeant) : scopeOfName(heads, name, canBeMeant);
};

const scopeOfName: FindScope = (heads, name, canBeMeant) => {
  const match = findSubject(heads, name, canBeMeant);
  if (match.kind === 'unknown')
    return { kind: 'unknown', asked: name, because: `Unknown subject "${name}"`, names: match.names };
  if (match.kind === 'found') return { kind: 'scope', scope: subjectScope(heads, match.subject) };
  const { because, subjects: choices } = match;
  const [first, ...others] = choices.map((subject) => namedScope(heads, subject));
  // A VM and its disk may have the same name; then both are meant.
  const isOne = first !== undefined && others.every((other) => formatScope(other) === formatScope(first));
  return isOne ? { kind: 'scope', scope: first } : { kind: 'ambiguous', because, choices };
};

function subjectScope(heads: readonly Head[], subject: Subject): Scope {
  const { scope, connection, name, resource } = subjectParts(subject);
  if (resource !== null) return { kind: 'resources', subject };
  if (scope !== 'project') return { kind: 'targets', subject };
  return { kind: 'projects', connection: connection ?? listPossibleConnections(heads)[0], project: name };
}

/** Returns the scope of a subject; for a resource, that of its id in the target, whatever the kind. */
function namedScope(heads: readonly Head[], subject: Subject): Scope {
  const { target, resource } = subjectParts(subject);
  if (resource === null) return subjectScope(heads, subject);
  return { kind: 'resources', subject: `${target}/*/${resource.id}` };
}

/**
 * Returns the connections that a name without a connection may mean, the unnamed one first: `undefined` if it is the only
 * one, otherwise an empty text.
 */
export function listPossibleConnections(
  heads: readonly Head[],
): readonly [string | undefined, ...ConnectionName[]] {
  const connections = listHeadConnections(heads)
    .filter((name) => name !== null)
    .toSorted();
  return [connections.length === 0 ? undefined : '', ...connections];
}

const scopeOfGlob: FindScope = (heads, name, canBeMeant) => {
  const glob = name.replaceAll(/\*{2,}/g, '*');
  if (glob.length > longestGlob)
    return { kind: 'unfit', because: `A name may have at most ${longestGlob} characters` };
  const forms = listGlobScopes(glob, listPossibleConnections(heads)).filter((form) => coversAny(heads, form));
  const eligible =
    canBeMeant === undefined
      ? forms
      : forms.filter((form) => selectCoveredSubjects(heads, form).some(canBeMeant));
  const [first, ...others] = eligible.length > 0 ? eligible : forms;
  if (first === undefined) {
    const names = knownSubjects(heads).flatMap(({ subject }) => listSubjectNames(subject));
    return { kind: 'unknown', asked: name, because: `No match for "${name}"`, names };
  }
  if (others.length === 0) return { kind: 'scope', scope: first };
  return {
    kind: 'ambiguous',
    because: `"${name}" is ambiguous. Meanings`,
    choices: [first, ...others].map(formatScope),
  };
};

/** Returns the scopes that a glob may mean: the part before the first "/" is a project, or the glob is a single name. */
function listGlobScopes(
  glob: string,
  known: readonly [string | undefined, ...ConnectionName[]],
): readonly Scope[] {
  if (/^(account(@[^/]*)?|group)\//.test(glob)) return [{ kind: 'targets', subject: glob }];
  const [, typedName, path] = /^project(?:@([^/]*))?\/(.*)$/s.exec(glob) ?? [];
  // Subjects of the unnamed connection do not begin with "project@".
  const typed = typedName === '*' ? '?*' : (typedName ?? known[0]);
  const connections = path === undefined ? known : [typed];
  const [first = '', second, ...more] = (path ?? glob).split('/');
  const projects = connections.map((connection): Scope => ({ kind: 'projects', connection, project: first }));
  const resources = (...segments: readonly string[]) =>
    connections.map((connection): Scope => {
      const subject = [scoped('project', connection || null), ...segments].join('/');
      return { kind: 'resources', subject };
    });
  if (second === undefined) {
    if (path !== undefined) return projects;
    const accounts = connections.map((connection): Scope => {
      const subject = `${scoped('account', connection || null)}/${first}`;
      return { kind: 'targets', subject };
    });
    return [
      ...projects,
      ...resources('*', '*', first),
      ...accounts,
      { kind: 'targets', subject: `group/${first}` },
    ];
  }
  if (second === '*' && more.length === 0) return projects;
  return resources(first, ...(more.length === 0 ? ['*', second] : [second, ...more]));
}

/** True if a scope covers anything known, or possible future resources of a known project. */
const coversAny = (heads: readonly Head[], scope: Scope): boolean =>
  scope.kind === 'resources' && !/^project(@[^/]*)?\/\*\//.test(scope.subject)
    ? selectAffectedHeads(heads, scope).length > 0
    : selectCoveredSubjects(heads, scope).length > 0;

const isInProject = ({ subject }: { readonly subject: Subject }): boolean =>
  subjectParts(subject).scope === 'project';

/** Returns the glob over the resources that a name means: one resource, those of a project, or those that a glob matches. */
export function resourceGlob(heads: readonly Head[], name: string): string | OverrideRefusal {
  const found = findScope(heads, name, isInProject);
  if (found.kind !== 'scope') return found;
  const { scope } = found;
  switch (scope.kind) {
    // The projects of all connections, also of those that are added later.
    case 'everything':
      return 'project*';
    case 'projects':
      return `${formatScope(scope)}/*`;
    case 'resources':
      return scope.subject;
    case 'targets':
      return {
        kind: 'unfit',
        because: `"${name}" is not a resource or project: name its projects instead`,
      };
  }
}
