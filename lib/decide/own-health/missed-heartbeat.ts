import { judgeSilence } from '../../evaluate/watcher.ts';
import type { Head } from '../../model/head.ts';
import { targetOf } from '../../model/ids.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import type { Instant } from '../../model/time/time.ts';
import { followVerdicts } from '../alerts/follow-verdicts.ts';
import { groupSayings } from '../alerts/group-notifications.ts';
import type { Surroundings } from '../fleet-context.ts';
import { progressFrom } from '../progress.ts';

/** What a job that does not look knows when it wonders why nobody else does. */
export type SilenceScene = {
  readonly policy: Policy;
  readonly intervals: Intervals;
  readonly around: Surroundings;
  /** When any target was last looked at. */
  readonly newestLook: Instant;
  readonly now: Instant;
};

/** The head with a word in its outbox of it that nobody looks; `null` when somebody does or it was said. */
export function raiseSilence(head: Head, scene: SilenceScene): Head | null {
  const { policy, intervals, around, newestLook, now } = scene;
  const facts = {
    target: targetOf(head.target),
    now,
    lookedBefore: head.lookedAt,
    targets: around.targets,
    intervals,
    newestLook,
  };
  const breaches = policy.rules.flatMap((rule) =>
    rule.kind === 'freshness' ? (judgeSilence(rule, facts) ?? []) : [],
  );
  const followed = followVerdicts(progressFrom(head), breaches, {
    head,
    policy,
    intervals,
    around,
    sighting: null,
    now,
  });
  if (followed.sayings.length === 0) return null;
  const told = groupSayings(followed, head.target, now);
  return {
    ...head,
    seq: head.seq + 1,
    alerts: [...told.alerts],
    outbox: [...told.outbox],
    unwritten: { ...head.unwritten, journal: [...head.unwritten.journal, ...told.journal] },
  };
}
