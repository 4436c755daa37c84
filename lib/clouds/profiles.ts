import { type ActionKind, isRest } from '../model/action-kind.ts';
import type { CloudName } from '../model/cloud-name.ts';
import type { Resource, ResourceKind } from '../model/facts/resource.ts';
import { computeProfile } from './compute/profile.ts';
import type { CloudProfile, Effect, FateAtZero } from './profile.ts';
import { runpodProfile } from './runpod/profile.ts';

const profiles: { readonly [Name in CloudName]: CloudProfile } = {
  compute: computeProfile,
  runpod: runpodProfile,
};

/** Returns the profile of a cloud; `null` unless a single cloud is given. */
export function getCloudProfile(cloud: CloudName): CloudProfile;
export function getCloudProfile(cloud: CloudName | null | undefined): CloudProfile | null;
export function getCloudProfile(cloud: CloudName | null | undefined): CloudProfile | null {
  return cloud == null ? null : profiles[cloud];
}

/** Returns the words of a cloud for kinds of resources; none where several clouds have different ones. */
export function findSharedWords(clouds: Iterable<CloudName | undefined>): CloudProfile['words'] {
  const [first, ...others] = new Set([...clouds].filter((cloud) => cloud !== undefined));
  return first === undefined || others.length > 0 ? {} : profiles[first].words;
}

/** Reports whether the records of a kind hold a price. */
export const hasPrice = (cloud: CloudName, kind: ResourceKind): boolean =>
  !profiles[cloud].unpriced.has(kind);

/** Reports whether a cloud deletes all kinds of resources at zero credit; false where that is unknown. */
export const deletesAllAtZero = (cloud: CloudProfile | null): boolean =>
  cloud?.atZeroCredit != null && Object.values(cloud.atZeroCredit).every((fate) => fate === 'deleted');

/** Returns what happens to a resource at zero credit; `null` where that is not known, or credit cannot run out. */
export function fateAtZero(
  cloud: CloudProfile,
  { kind, activity, lostAtZero }: Pick<Resource, 'kind' | 'activity' | 'lostAtZero'>,
): FateAtZero | null {
  const fate = cloud.atZeroCredit?.[kind] ?? null;
  const spared = fate === 'deleted' && lostAtZero === false ? 'stopped' : fate;
  return spared === 'stopped' && activity === 'stopped' ? 'kept' : spared;
}

/** A resource, or its kind alone, with the fields that decide the effect of an action on it. */
export type AffectedResource = Pick<Resource, 'kind' | 'erasedByStop'>;

/** Returns the effect of an action; `null` for a start, for an unknown effect, and unless a single cloud is given. */
export function findActionEffect(
  cloud: CloudProfile | null,
  action: ActionKind | null,
  { kind, erasedByStop }: AffectedResource,
): Effect | null {
  if (cloud === null || action === null || action === 'start' || action === 'power-on') return null;
  const effect = cloud.effects[action][kind] ?? null;
  return effect !== null && isRest(action) && erasedByStop !== undefined
    ? { ...effect, erases: erasedByStop }
    : effect;
}

/** Returns what an action that stops a resource erases; `null` for nothing. An unknown effect counts as one that erases. */
export function erasedByRest(
  cloud: CloudProfile | null,
  action: ActionKind,
  resource: AffectedResource,
): string | null {
  if (!isRest(action)) return null;
  const effect = findActionEffect(cloud, action, resource);
  return effect === null ? 'possibly data, as the effect of the action is unknown' : effect.erases;
}
