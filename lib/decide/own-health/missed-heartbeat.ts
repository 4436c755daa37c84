import { toTarget } from '../../model/ids.ts';
import type { Instant } from '../../model/time/time.ts';
import { judgeMissedHeartbeat } from '../../rules/freshness/watcher.ts';
import type { Head } from '../../state/head.ts';
import { changed } from '../actions/changed-head.ts';
import { followVerdicts } from '../alerts/follow-verdicts.ts';
import { groupNotifications } from '../alerts/notifications.ts';
import { createProgress } from '../progress.ts';
import type { FollowInput } from '../turn-input.ts';

/** The input of the check for a missed heartbeat, made by a job that does not poll. */
export type MissedHeartbeatInput = Pick<FollowInput, 'policy' | 'intervals' | 'fleet' | 'now'> & {
  /** The time when any target was last polled. */
  readonly newestPoll: Instant;
};

/** Returns the head with a notification of a missed heartbeat; `null` when polls go on, or it was notified. */
export function raiseMissedHeartbeat(head: Head, context: MissedHeartbeatInput): Head | null {
  const { policy, intervals, fleet, newestPoll, now } = context;
  const facts = {
    target: toTarget(head.target),
    now,
    polledBefore: head.polledAt,
    targets: fleet.targets,
    intervals,
    newestPoll,
  };
  const breaches = policy.rules.flatMap((rule) =>
    rule.kind === 'freshness' ? (judgeMissedHeartbeat(rule, facts) ?? []) : [],
  );
  const initial = createProgress({ ...head, observation: null });
  const progress = followVerdicts(initial, breaches, { ...context, head, observation: null });
  if (progress.notifications.length === 0) return null;
  const { alerts, outbox, journal } = groupNotifications(progress, now);
  return changed({ ...head, alerts, outbox }, journal);
}
