import type { ActionKind } from '../model/action-kind.ts';
import type { CloudName } from '../model/cloud-name.ts';
import type { ResourceKind } from '../model/facts/resource.ts';
import { computeProfile } from './compute/profile.ts';
import type { CloudProfile, Effect } from './profile.ts';

const profiles: { readonly [Name in CloudName]: CloudProfile } = { compute: computeProfile };

/** Returns what is known of a cloud; `null` where no single cloud is meant. */
export function profileOf(cloud: CloudName): CloudProfile;
export function profileOf(cloud: CloudName | null | undefined): CloudProfile | null;
export function profileOf(cloud: CloudName | null | undefined): CloudProfile | null {
  return cloud == null ? null : profiles[cloud];
}

/** Reports whether the records of a kind hold a price. */
export const hasPrice = (cloud: CloudName, kind: ResourceKind): boolean =>
  !profiles[cloud].unpriced.has(kind);

/** Reports whether a cloud deletes all kinds of resources at zero credit; false where that is not known. */
export const deletesAllAtZero = (cloud: CloudProfile | null): boolean =>
  cloud?.atZeroCredit != null && Object.values(cloud.atZeroCredit).every((fate) => fate === 'deleted');

/** Returns the effect of an action; `null` for a start, where none is known, and where no single cloud is meant. */
export const effectOf = (
  cloud: CloudProfile | null,
  action: ActionKind | null,
  kind: ResourceKind | undefined,
): Effect | null =>
  cloud === null || action === null || action === 'start' || action === 'power-on' || kind === undefined
    ? null
    : (cloud.effects[action][kind] ?? null);
