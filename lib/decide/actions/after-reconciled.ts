import { isRest } from '../../model/action-kind.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { Resource } from '../../model/facts/resource.ts';
import type { Intent, PastStop } from '../../model/intent.ts';
import type { Instant, Span } from '../../model/time/time.ts';
import type { Progress } from '../progress.ts';
import { startAfter } from './failures.ts';
import { isOfSame, withStop } from './past-stops.ts';

/** What is known of a resource once an act on it was seen done. */
export function afterDone(
  progress: Progress,
  intent: Intent,
  resource: Resource | undefined,
  at: Instant,
): Progress {
  const { kind, subject, rule, by } = intent;
  const known = progress.stops.find((stop) => isOfSame(stop, intent));
  const rested = { ...restedBy(intent, resource, at), ...known };
  switch (kind) {
    case 'stop':
    case 'power-off':
      return withStop(withoutAlertOf(progress, intent), restedBy(intent, resource, at));
    case 'image':
      // Who started it since may have changed its disk: of a rest that is over it shows what was.
      if (!isOfThisRest(progress, intent)) return withoutAlertOf(progress, intent);
      return withStop(withoutAlertOf(progress, intent), {
        ...rested,
        ours: known?.ours ?? false,
        image: intent.image,
      });
    case 'terminate':
      return {
        ...withoutAlertOf(progress, intent),
        stops: progress.stops.filter((stop) => stop.subject !== subject),
      };
    case 'start':
    case 'power-on':
      // What a person ordered to be started counts as started by hand.
      return by !== null
        ? progress
        : { ...progress, stops: progress.stops.filter((stop) => !isOfSame(stop, { subject, rule })) };
    default:
      return assertNever(kind);
  }
}

/** Whether what an act was announced for has lasted until now: an alert of a later step ends with the rest. */
const isOfThisRest = ({ alerts }: Progress, { alert }: Intent): boolean =>
  alerts.some(({ key, phase }) => key === alert && phase === 'firing');

const restedBy = ({ subject, rule }: Intent, resource: Resource | undefined, at: Instant): PastStop => ({
  subject,
  rule,
  stoppedAt: at,
  startedAgainAt: null,
  createdAt: resource?.createdAt ?? null,
  ours: true,
  image: null,
  retryAfter: null,
  unsent: 0,
});

/** What an act was announced for is over: what comes after it is announced anew. */
const withoutAlertOf = (progress: Progress, { alert }: Intent): Progress => ({
  ...progress,
  alerts: progress.alerts.filter(({ key }) => key !== alert),
});

/**
 * What may have been asked of the cloud may have been done, and undone by someone before anyone looked,
 * or may have met another resource under the same name: whatever runs there counts as started by hand.
 */
export function afterNothing(
  progress: Progress,
  intent: Intent,
  resource: Resource | undefined,
  at: Instant,
  retryAfter: Span,
): Progress {
  if (intent.state.kind === 'waiting') return progress;
  if (intent.kind === 'start' || intent.kind === 'power-on')
    return {
      ...progress,
      stops: progress.stops.map((stop) =>
        isOfSame(stop, intent) ? { ...stop, ...startAfter(stop, 'tried', at, retryAfter, null) } : stop,
      ),
    };
  if (!isRest(intent.kind) || resource === undefined || resource.activity === 'gone') return progress;
  const startedAgainAt = resource.activity === 'running' ? at : null;
  const stop = { ...restedBy(intent, resource, intent.state.at), startedAgainAt, ours: false };
  // Another resource has no alert yet; that of the first one is resolved elsewhere.
  const isSame = resource.createdAt === intent.createdAt;
  return withStop(isSame ? withoutAlertOf(progress, intent) : progress, stop);
}
