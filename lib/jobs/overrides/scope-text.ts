import { assertNever } from '../../model/assert-never.ts';
import type { AlertMatch, Override } from '../../model/override.ts';
import { fitsGlob } from '../../model/rules/match.ts';
import type { Scope } from './scope.ts';

/** What an override is about. */
export function scopeOf(told: Override): Scope {
  switch (told.kind) {
    case 'silence':
      return scopeSilenced(told.alerts);
    case 'pause':
      return told.project === undefined
        ? { kind: 'everything' }
        : { kind: 'projects', project: told.project };
    case 'keep':
    case 'answer':
    case 'order':
      return { kind: 'resources', subject: told.subject };
    default:
      return assertNever(told);
  }
}

function scopeSilenced({ subject, match }: AlertMatch): Scope {
  if (match?.project !== undefined) return { kind: 'projects', project: match.project };
  if (subject === undefined) return { kind: 'everything' };
  return { kind: subject.startsWith('project/') ? 'resources' : 'targets', subject };
}

/** Whether another word of the same kind holds for all that one is about. */
export function isHeldBy(other: Override, told: Override): boolean {
  if (other.id === told.id || other.kind !== told.kind) return false;
  if (
    told.kind === 'silence' &&
    other.kind === 'silence' &&
    !fitsGlob(other.alerts.rule ?? '*', told.alerts.rule ?? '*')
  )
    return false;
  const [wide, narrow] = [scopeOf(other), scopeOf(told)];
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
