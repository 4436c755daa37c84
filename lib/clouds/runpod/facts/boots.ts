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

/** The states through which a pod comes up. It goes down at once. */
const passingStates: PassingStates = { up: new Set(['PROVISIONING', 'STARTING']), down: new Set() };

/** The time by which a boot that follows from the uptime of a pod may differ from poll to poll. */
const uptimeJitter: Span = minutes(2);

/** Returns when a pod last booted: when it was started or, without that, by its uptime; `null` where it shows neither. */
export function computeBootTime(pod: WirePod, at: Instant, known?: Instant): Instant | null {
  const started = readPodInstant(pod.startedAt);
  // A time that is still to come says nothing.
  if (started !== null && !isAhead(started, at)) return started;
  const uptime = pod.runtime?.uptime ?? null;
  if (uptime === null) return null;
  const booted = earlier(at, seconds(Math.floor(uptime)));
  return known !== undefined && Math.abs(computeSpan(known, booted)) <= uptimeJitter ? known : booted;
}

/** Returns a resource with the time of its last boot, by its pod as it was just read. */
export const withPodBoot = (
  resource: Resource,
  before: Resource | undefined,
  pod: WirePod | undefined,
): Resource =>
  withBoot(
    resource,
    before,
    pod === undefined ? null : computeBootTime(pod, resource.seenAt, before?.bootedAt),
    passingStates,
  );
