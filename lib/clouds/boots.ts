import type { Resource } from '../model/facts/resource.ts';
import { findLatest, type Instant } from '../model/time/time.ts';

/** The states, in a cloud's own words, through which a machine comes up, and through which it goes down. */
export type PassingStates = { readonly up: ReadonlySet<string>; readonly down: ReadonlySet<string> };

/**
 * Returns a resource with the time of its last boot: that which its record or its samples show, or the poll that found it
 * started since the one before, whichever is later. What was known of the same resource before is kept.
 */
export function withBoot(
  resource: Resource,
  before: Resource | undefined,
  shown: Instant | null,
  states: PassingStates,
): Resource {
  const known = before?.createdAt === resource.createdAt ? before : undefined;
  const started = known !== undefined && hasStarted(known, resource, states) ? resource.seenAt : null;
  const bootedAt = findLatest([known?.bootedAt, shown, started].flatMap((at) => at ?? []));
  return bootedAt === null ? resource : { ...resource, bootedAt };
}

function hasStarted(before: Resource, now: Resource, { up, down }: PassingStates): boolean {
  if (up.has(now.state)) return before.state !== now.state;
  const wasDown = before.activity === 'stopped' || down.has(before.state);
  return wasDown && now.activity === 'running';
}
