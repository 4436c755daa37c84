import type { Target } from './ids.ts';
import type { Resource } from './resource.ts';
import type { Match } from './rule.ts';

/** Whether a name fits a glob: `*` stands for any text, `?` for one character. */
export function fitsGlob(glob: string, name: string): boolean {
  return patternOf(glob).test(name);
}

const patterns = new Map<string, RegExp>();

function patternOf(glob: string): RegExp {
  const known = patterns.get(glob);
  if (known) return known;
  const source = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  const pattern = new RegExp(`^${source}$`, 's');
  patterns.set(glob, pattern);
  return pattern;
}

/** Whether a rule or protection speaks of a target. One that names an account speaks of accounts only. */
export function matchesTarget(match: Match, target: Target): boolean {
  switch (target.kind) {
    case 'project':
      return (
        match.account === undefined &&
        (match.project === undefined || fitsGlob(match.project, target.project))
      );
    case 'account':
      return match.account !== undefined && fitsGlob(match.account, target.account);
  }
}

/** Whether a rule or protection speaks of a resource of a project. */
export function matchesResource(match: Match, target: Target, resource: Resource): boolean {
  if (!matchesTarget(match, target)) return false;
  if (match.kind !== undefined && match.kind !== resource.kind) return false;
  if (match.id !== undefined && !fitsGlob(match.id, resource.id)) return false;
  if (match.gpus !== undefined && match.gpus !== resource.gpus) return false;
  const metadata = new Map(Object.entries(resource.metadata ?? {}));
  return Object.entries(match.metadata ?? {}).every(([key, glob]) => {
    const value = metadata.get(key);
    return value !== undefined && fitsGlob(glob, value);
  });
}
