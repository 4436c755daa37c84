import { assertNever } from '../../model/assert-never.ts';
import type { AlertMatch, Override } from '../../model/override.ts';
import { fitsGlob } from '../../model/rules/match.ts';
import type { Scope } from './scope.ts';

/** Returns the scope of an override. */
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
