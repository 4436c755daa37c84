import { assertNever } from '../../model/assert-never.ts';
import { Subject, targetOf } from '../../model/ids.ts';
import { fitsGlob } from '../../model/rules/match.ts';
import { subjectParts } from '../../model/subject.ts';
import type { Head } from '../../state/head.ts';
import type { AlertMatch, Override } from '../../state/override.ts';
import { type KnownSubject, knownSubjects } from '../queries/find-subject.ts';

/** The scope of an override. Every text is a glob. */
export type Scope =
  | { readonly kind: 'everything' }
  /** Projects and everything in them. */
  | { readonly kind: 'projects'; readonly project: string }
  /** Resources, by their full names. */
  | { readonly kind: 'resources'; readonly subject: string }
  /** Billing accounts or groups. */
  | { readonly kind: 'targets'; readonly subject: string };

/** Returns the known subjects in a scope, including targets. */
export const coveredBy = (heads: readonly Head[], scope: Scope): readonly KnownSubject[] =>
  knownSubjects(heads).filter(({ subject }) => isCovered(scope, subject));

export function isCovered(scope: Scope, subject: Subject): boolean {
  const { scope: of, name } = subjectParts(subject);
  switch (scope.kind) {
    case 'everything':
      return true;
    case 'projects':
      return of === 'project' && fitsGlob(scope.project, name);
    case 'resources':
    case 'targets':
      return fitsGlob(scope.subject, subject);
  }
}

/** Returns a scope as the commands take it. */
export function textOf(scope: Scope): string {
  switch (scope.kind) {
    case 'everything':
      return '*';
    case 'projects':
      return `project/${scope.project}`;
    case 'resources':
    case 'targets':
      return scope.subject;
  }
}

/** Returns the heads of the targets that a scope affects, whose audit logs record it. */
export function holdersOf(heads: readonly Head[], scope: Scope): readonly Head[] {
  const covering = new Set(coveredBy(heads, scope).map(({ head }) => head));
  return heads.filter((head) => covering.has(head) || mayHold(head, scope));
}

/** Reports whether future resources of a project may match. */
function mayHold({ target }: Head, scope: Scope): boolean {
  if (scope.kind !== 'resources' || targetOf(target).kind !== 'project') return false;
  const [, project = ''] = scope.subject.split('/');
  return fitsGlob(project, subjectParts(Subject.parse(target)).name);
}

export function scopeOf(override: Override): Scope {
  switch (override.kind) {
    case 'silence':
      return scopeSilenced(override.alerts);
    case 'pause':
      return override.project === undefined
        ? { kind: 'everything' }
        : { kind: 'projects', project: override.project };
    case 'keep':
    case 'answer':
    case 'forget':
    case 'order':
      return { kind: 'resources', subject: override.subject };
    default:
      return assertNever(override);
  }
}

function scopeSilenced({ subject, match }: AlertMatch): Scope {
  if (match?.project !== undefined) return { kind: 'projects', project: match.project };
  if (subject === undefined) return { kind: 'everything' };
  return { kind: subject.startsWith('project/') ? 'resources' : 'targets', subject };
}

/** Reports whether another override of the same kind covers the whole scope of one. */
export function isHeldBy(other: Override, override: Override): boolean {
  if (other.id === override.id || other.kind !== override.kind) return false;
  if (
    override.kind === 'silence' &&
    other.kind === 'silence' &&
    !fitsGlob(other.alerts.rule ?? '*', override.alerts.rule ?? '*')
  )
    return false;
  const [wide, narrow] = [scopeOf(other), scopeOf(override)];
  switch (wide.kind) {
    case 'everything':
      return true;
    case 'projects':
      if (narrow.kind === 'projects') return fitsGlob(wide.project, narrow.project);
      return narrow.kind === 'resources' && fitsGlob(`project/${wide.project}/*`, narrow.subject);
    case 'resources':
    case 'targets':
      return narrow.kind === wide.kind && fitsGlob(wide.subject, narrow.subject);
    default:
      return assertNever(wide);
  }
}
