import type { Resource } from '../model/facts/resource.ts';
import { findLatest, type Instant } from '../model/time/time.ts';

/** The transitional states, in a cloud's own words, of a machine that starts (`up`) or stops (`down`). */
export type PassingStates = { readonly up: ReadonlySet<string>; readonly down: ReadonlySet<string> };

/**
 * Adds the time of the last boot: the latest of the known one, the `shown` one of its record or samples, and the time of
 * this poll if the resource has started since the previous poll.
 */
export function withBoot(
  resource: Resource,
  previous: Resource | undefined,
  shown: Instant | null,
  states: PassingStates,
): Resource {
  const known = previous?.createdAt === resource.createdAt ? previous : undefined;
  const started = known !== undefined && hasStarted(known, resource, states) ? resource.seenAt : null;
  const bootedAt = findLatest([known?.bootedAt, shown, started].flatMap((at) => at ?? []));
  return bootedAt === null ? resource : { ...resource, bootedAt };
}

function hasStarted(previous: Resource, current: Resource, { up, down }: PassingStates): boolean {
  if (up.has(current.state)) return previous.state !== current.state;
  const wasDown = previous.activity === 'stopped' || down.has(previous.state);
  return wasDown && current.activity === 'running';
}
