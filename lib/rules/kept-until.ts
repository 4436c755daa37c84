import { writtenKeeps } from '../model/facts/own-metadata.ts';
import type { Resource } from '../model/facts/resource.ts';
import type { Subject } from '../model/ids.ts';
import { fitsSubject } from '../model/rules/match.ts';
import { findLatest, type Instant } from '../model/time/time.ts';
import { type Claim, isInForce, type Override, type OverrideByKind } from '../state/override.ts';

/** Returns the keeps of a resource that are in force, by its id or by the name that people gave it. */
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

/** Returns who needs a resource and what for, as the newest keep in force says it, or else its metadata. */
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

/** Returns until when people keep a resource, by overrides or by its metadata; `null` without an end. */
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
