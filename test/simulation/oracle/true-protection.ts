import type { Policy } from '../../../lib/model/policy.ts';
import type { Instant } from '../../../lib/model/time.ts';
import type { TrueResource } from '../world/true-resource.ts';

/** What truly protected a resource when it was shown; `null` when nothing did. Only VMs have metadata. */
export function trueProtection({ protect }: Policy, of: TrueResource, at: Instant): string | null {
  const marks: Readonly<Record<string, string>> = of.kind === 'vm' ? of.metadata : {};
  const { spendwatch, 'spendwatch-keep-until': keepUntil } = marks;
  if (spendwatch !== undefined) return `its people wrote "spendwatch: ${spendwatch}"`;
  if (keepUntil !== undefined && !(Date.parse(keepUntil) <= at))
    return `its people keep it until ${keepUntil}`;
  for (const protection of protect) {
    if (protection.kind === 'younger-than') {
      if (at - of.createdAt < protection.age) return 'it is too young';
      continue;
    }
    const { project, id, metadata } = protection.match;
    const isMeant =
      (project === undefined || startsAs(project, of.project)) &&
      (id === undefined || startsAs(id, of.id)) &&
      Object.entries(metadata ?? {}).every(
        ([key, value]) => of.kind === 'vm' && (of.hidesMetadata || marks[key] === value),
      );
    if (isMeant) return `the policy protects ${JSON.stringify(protection.match)}`;
  }
  return null;
}

/** The simulation's policies use globs with one star at the end, or none. */
export const startsAs = (glob: string, name: string): boolean =>
  glob.endsWith('*') ? name.startsWith(glob.slice(0, -1)) : name === glob;
