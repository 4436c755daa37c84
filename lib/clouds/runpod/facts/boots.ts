import type { Resource } from '../../../model/facts/resource.ts';
import {
  computeSpan,
  earlier,
  type Instant,
  isAhead,
  minutes,
  type Span,
  seconds,
} from '../../../model/time/time.ts';
import { type PassingStates, withBoot } from '../../boots.ts';
import type { WirePod } from '../contract.ts';
import { readPodInstant } from './resources.ts';

/** The transitional states of a pod that starts. A stop has none. */
const passingStates: PassingStates = { up: new Set(['PROVISIONING', 'STARTING']), down: new Set() };

/** The time by which a boot that follows from the uptime of a pod may differ from poll to poll. */
const uptimeJitter: Span = minutes(2);

/** Returns the time of the last boot: the start time or, without one, `at` less the uptime; `null` without both. */
export function computeBootTime(pod: WirePod, at: Instant, known?: Instant): Instant | null {
  const started = readPodInstant(pod.startedAt);
  // A time in the future is no start.
  if (started !== null && !isAhead(started, at)) return started;
  const uptime = pod.runtime?.uptime ?? null;
  if (uptime === null) return null;
  const booted = earlier(at, seconds(Math.floor(uptime)));
  return known !== undefined && Math.abs(computeSpan(known, booted)) <= uptimeJitter ? known : booted;
}

/** Adds the time of the last boot, by the pod as it was just read. */
export const withPodBoot = (
  resource: Resource,
  previous: Resource | undefined,
  pod: WirePod | undefined,
): Resource =>
  withBoot(
    resource,
    previous,
    pod === undefined ? null : computeBootTime(pod, resource.seenAt, previous?.bootedAt),
    passingStates,
  );
