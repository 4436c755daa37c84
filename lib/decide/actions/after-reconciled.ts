import { isRest } from '../../model/action-kind.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { Resource } from '../../model/facts/resource.ts';
import type { Instant, Span } from '../../model/time/time.ts';
import type { Intent, PastStop } from '../../state/intent.ts';
import type { Progress } from '../progress.ts';
import { planStartRetry } from './failures.ts';
import { isOfSame, newStop, withStop } from './past-stops.ts';

/** Records that an action on a resource was confirmed. */
export function afterDone(
  progress: Progress,
  intent: Intent,
  resource: Resource | undefined,
  at: Instant,
): Progress {
  const { kind, subject, rule, by } = intent;
  const pastStop = progress.stops.find((stop) => isOfSame(stop, intent));
  const stopBefore = { ...createOwnStop(intent, resource, at), ...pastStop };
  switch (kind) {
    case 'stop':
    case 'power-off':
      return withStop(withoutIntentAlert(progress, intent), {
        ...createOwnStop(intent, resource, at),
        made: [at],
      });
    case 'image':
      // Someone may have started the VM since and changed its disk: the image shows an earlier rest.
      if (!isOfThisRest(progress, intent)) return withoutIntentAlert(progress, intent);
      return withStop(withoutIntentAlert(progress, intent), {
        ...stopBefore,
        ours: pastStop?.ours ?? false,
        image: intent.image,
      });
    case 'terminate':
      return {
        ...withoutIntentAlert(progress, intent),
        stops: progress.stops.filter((stop) => stop.subject !== subject),
      };
    case 'start':
    case 'power-on':
      // A start that a person ordered counts as started by hand.
      return by !== null
        ? progress
        : { ...progress, stops: progress.stops.filter((stop) => !isOfSame(stop, { subject, rule })) };
    default:
      return assertNever(kind);
  }
}

/**
 * Reports whether the alert that announced an action still fires: the alert of a later step ends once the VM is
 * started.
 */
const isOfThisRest = ({ alerts }: Progress, { alert }: Intent): boolean =>
  alerts.some(({ key, phase }) => key === alert && phase === 'firing');

const createOwnStop = ({ subject, rule }: Intent, resource: Resource | undefined, at: Instant): PastStop =>
  newStop({ subject, rule, stoppedAt: at, createdAt: resource?.createdAt ?? null, ours: true });

/** Drops the alert of an action that was carried out, so that a later action is announced again. */
const withoutIntentAlert = (progress: Progress, { alert }: Intent): Progress => ({
  ...progress,
  alerts: progress.alerts.filter(({ key }) => key !== alert),
});

/**
 * Records that an intent had no visible effect. A request that may have been sent may also have been carried out and
 * undone before the next poll, or have met another resource of the same name: a running resource counts as started by
 * hand.
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
        isOfSame(stop, intent) ? { ...stop, ...planStartRetry(stop, 'tried', at, retryAfter, null) } : stop,
      ),
    };
  if (!isRest(intent.kind) || resource === undefined || resource.activity === 'gone') return progress;
  const startedAgainAt = resource.activity === 'running' ? at : null;
  const stop = { ...createOwnStop(intent, resource, intent.state.at), startedAgainAt, ours: false };
  // Another resource has no alert yet; the first one's alert is resolved elsewhere.
  const isSame = resource.createdAt === intent.createdAt;
  return withStop(isSame ? withoutIntentAlert(progress, intent) : progress, stop);
}
