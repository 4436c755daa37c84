import { writtenKeeps } from '../model/facts/own-metadata.ts';
import type { Resource } from '../model/facts/resource.ts';
import type { Subject } from '../model/ids.ts';
import { fitsSubject } from '../model/rules/match.ts';
import { findLatest, type Instant } from '../model/time/time.ts';
import { type Claim, isInForce, type Override, type OverrideByKind } from '../state/override.ts';

/** Returns the keeps in force that name a resource by its id or its name. */
export const selectKeeps = (
  overrides: readonly Override[],
  subject: Subject,
  resource: Resource,
  now: Instant,
): readonly OverrideByKind<'keep'>[] =>
  overrides.flatMap((override) =>
    override.kind === 'keep' && isInForce(override, now) && fitsSubject(override.subject, subject, resource)
      ? [override]
      : [],
  );

/** Returns the owner and purpose of a resource, each from the newest keep that states it, or else from its metadata. */
export function findClaim(
  subject: Subject,
  resource: Resource,
  overrides: readonly Override[],
  now: Instant,
): Claim {
  const keeps = selectKeeps(overrides, subject, resource, now).toSorted((left, right) => right.at - left.at);
  const metadata = new Map(Object.entries(resource.metadata ?? {}));
  return {
    owner: keeps.find(({ owner }) => owner !== undefined)?.owner ?? metadata.get('owner'),
    purpose: keeps.find(({ purpose }) => purpose !== undefined)?.purpose ?? metadata.get('purpose'),
  };
}

/** Returns the latest time until which overrides or metadata keep a resource; `null` without one. */
export function findKeepEnd(
  subject: Subject,
  resource: Resource,
  overrides: readonly Override[],
  now: Instant,
): Instant | null {
  const ends = [
    ...selectKeeps(overrides, subject, resource, now).map(({ until }) => until),
    ...writtenKeeps(resource.metadata ?? {}).map(({ until }) => until),
  ].flatMap((until) => (until !== null && until > now ? [until] : []));
  return findLatest(ends);
}
