import { listSubjects, resourceFinder } from '../../decide/subjects.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { Resource } from '../../model/facts/resource.ts';
import { type Subject, scoped, toTarget } from '../../model/ids.ts';
import { fitsGlob, fitsSubject, matchesTarget } from '../../model/rules/match.ts';
import type { Match } from '../../model/rules/rule-terms.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Head } from '../../state/head.ts';
import type { AlertMatch, Override } from '../../state/override.ts';
import type { KnownSubject } from '../queries/find-subject.ts';

/** The targets or resources that an override applies to. Every text is a glob. */
export type Scope =
  | { readonly kind: 'everything' }
  /** Projects and everything in them. No `connection` means all connections; an empty one, the unnamed connection. */
  | { readonly kind: 'projects'; readonly connection?: string | undefined; readonly project: string }
  /** Resources, by their full names. */
  | { readonly kind: 'resources'; readonly subject: string }
  /** Billing accounts or groups. */
  | { readonly kind: 'targets'; readonly subject: string };

/** Returns the known subjects in a scope, including targets. */
export const selectCoveredSubjects = (heads: readonly Head[], scope: Scope): readonly KnownSubject[] =>
  heads.flatMap((head) => {
    const resourceOf = resourceFinder(head.target, head.observation);
    return listSubjects(head).flatMap((subject) =>
      isCovered(scope, subject, resourceOf(subject)) ? [{ head, subject }] : [],
    );
  });

/** True if a scope covers a subject. Given its resource, a name that people gave it also matches. */
export function isCovered(scope: Scope, subject: Subject, resource?: Resource): boolean {
  switch (scope.kind) {
    case 'everything':
      return true;
    case 'projects':
      return matchesTarget(scope, toTarget(subjectParts(subject).target));
    case 'resources':
    case 'targets':
      return fitsSubject(scope.subject, subject, resource);
  }
}

/** Returns a scope as commands accept it. */
export function formatScope(scope: Scope): string {
  switch (scope.kind) {
    case 'everything':
      return '*';
    case 'projects':
      return `${scoped('project', scope.connection || null)}/${scope.project}`;
    case 'resources':
    case 'targets':
      return scope.subject;
  }
}

/** The globs with which an override names projects. */
export type ProjectGlobs = Partial<Pick<Match, 'connection' | 'project'>>;
type Projects = Extract<Scope, { kind: 'projects' }>;

/** Returns the fields of an override that name its projects. */
export const matchOfProjects = ({ connection, project }: Projects) => ({
  ...(connection !== undefined && { connection }),
  project,
});

/** Returns the globs of projects as a list, so that the ID of an override can be derived from them. */
export const listProjectGlobs = ({ connection, project }: ProjectGlobs): readonly (string | undefined)[] => [
  project,
  ...(connection === undefined ? [] : [connection]),
];

/** Returns the heads of the targets that a scope affects, whose audit logs record it. */
export function selectAffectedHeads(heads: readonly Head[], scope: Scope): readonly Head[] {
  const covering = new Set(selectCoveredSubjects(heads, scope).map(({ head }) => head));
  return heads.filter((head) => covering.has(head) || mayHold(head, scope));
}

/** True if future resources of a project may match. */
function mayHold({ target }: Head, scope: Scope): boolean {
  if (scope.kind !== 'resources' || toTarget(target).kind !== 'project') return false;
  return fitsGlob(scope.subject.split('/').slice(0, 2).join('/'), target);
}

export function getOverrideScope(override: Override): Scope {
  switch (override.kind) {
    case 'silence':
      return scopeSilenced(override.alerts);
    case 'pause':
      return getNamedProjects(override) ?? { kind: 'everything' };
    case 'keep':
    case 'answer':
    case 'forget':
    case 'belief':
    case 'order':
      return { kind: 'resources', subject: override.subject };
    default:
      return assertNever(override);
  }
}

function scopeSilenced({ subject, match }: AlertMatch): Scope {
  const projects = getNamedProjects(match ?? {});
  if (projects !== null) return projects;
  if (subject === undefined) return { kind: 'everything' };
  return { kind: /^project[@/]/.test(subject) ? 'resources' : 'targets', subject };
}

/** Returns the projects that an override names; `null` where it names none. */
export const getNamedProjects = ({ connection, project }: ProjectGlobs): Projects | null =>
  connection === undefined && project === undefined
    ? null
    : { kind: 'projects', connection, project: project ?? '*' };

/** True if `other` is another override of the same kind that covers the whole scope of `override`. */
export function coversOverride(other: Override, override: Override): boolean {
  if (other.id === override.id || other.kind !== override.kind) return false;
  if (
    override.kind === 'silence' &&
    other.kind === 'silence' &&
    !fitsGlob(other.alerts.rule ?? '*', override.alerts.rule ?? '*')
  )
    return false;
  const [wide, narrow] = [getOverrideScope(other), getOverrideScope(override)];
  switch (wide.kind) {
    case 'everything':
      return true;
    case 'projects':
      if (narrow.kind === 'projects')
        return (
          fitsGlob(wide.project, narrow.project) && fitsGlob(wide.connection ?? '*', narrow.connection ?? '*')
        );
      return narrow.kind === 'resources' && fitsGlob(`${formatScope(wide)}/*`, narrow.subject);
    case 'resources':
    case 'targets':
      return narrow.kind === wide.kind && fitsGlob(wide.subject, narrow.subject);
    default:
      return assertNever(wide);
  }
}
