import type { Instant } from '../../../lib/model/time/time.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { metadataOf, type TrueResource, type TrueVm } from '../world/true-resource.ts';

/** Returns what truly protected a resource when it was shown; `null` when nothing did. */
export function trueProtection(policy: Policy, of: TrueResource, at: Instant): string | null {
  const isYoung = policy.protect.some(
    (known) => known.kind === 'younger-than' && at - of.createdAt < known.age,
  );
  return isYoung ? 'it is too young' : trueKeep(policy, of, at);
}

/** Returns by which words people truly protected a resource; `null` for none. Only VMs have metadata. */
export function trueKeep({ protect }: Policy, of: TrueResource, at: Instant): string | null {
  const marks: Readonly<Record<string, string>> = of.kind === 'vm' ? metadataOf(of, at) : {};
  const { spendwatch, 'spendwatch-keep-until': keepUntil } = marks;
  if (spendwatch !== undefined) return `its people wrote "spendwatch: ${spendwatch}"`;
  if (keepUntil !== undefined && !(Date.parse(keepUntil) <= at))
    return `its people keep it until ${keepUntil}`;
  for (const protection of protect) {
    if (protection.kind === 'younger-than') continue;
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

/** Reports whether anything protected a VM at any time between two instants, since marks come and go. */
export const wasProtected = (
  policy: Policy,
  vm: TrueVm,
  from: Instant,
  until: Instant,
  protection: typeof trueProtection = trueProtection,
): boolean =>
  [from, until, ...vm.marks.map((mark) => mark.from).filter((at) => from < at && at < until)].some(
    (at) => protection(policy, vm, at) !== null,
  );

/** Matches the simulation's globs, which have one star at the end, or none. */
export const startsAs = (glob: string, name: string): boolean =>
  glob.endsWith('*') ? name.startsWith(glob.slice(0, -1)) : name === glob;
