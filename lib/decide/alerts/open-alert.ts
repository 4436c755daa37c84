import type { Alert, Announcement } from '../../model/alert.ts';
import type { Resource } from '../../model/facts/resource.ts';
import type { Rule } from '../../model/rules/rule.ts';
import type { NotifyStep } from '../../model/rules/step.ts';
import type { Breach } from '../../model/rules/verdict.ts';
import { compareSeverity, type Severity } from '../../model/severity.ts';
import { isAhead } from '../../model/time/ahead.ts';
import { between, type Instant } from '../../model/time/time.ts';
import { flapping } from './alert-terms.ts';
import { alertKey } from './follow-alert.ts';
import { recentOf } from './reason-to-notify.ts';

type OpenInput = {
  readonly rule: Rule;
  readonly now: Instant;
  /** The resource that the breach is about, if it is about one. */
  readonly resource: Resource | undefined;
};

/** Returns the alert of a breach: the known one, one that begins anew after it was resolved, or a new one. */
export function openAlert(
  known: Alert | undefined,
  verdict: Breach,
  { now, rule, resource }: OpenInput,
): Alert {
  const { severity, level, because } = verdict;
  if (known !== undefined && known.phase !== 'resolved')
    return {
      ...known,
      severity,
      level,
      because,
      clearSince: null,
      announcement: timely(known.announcement, now),
    };
  const fired = recentOf(known?.fired ?? [], now);
  // An alert that was notified as flapping goes on: another start of it is nothing new.
  const goesOn = known?.flapping === true && fired.length >= flapping.times;
  return {
    key: alertKey(verdict),
    rule: verdict.rule,
    subject: verdict.subject,
    kind: rule.kind,
    episode: verdict.episode,
    createdAt: resource?.createdAt ?? null,
    phase: 'pending',
    severity,
    since: goesOn ? known.since : now,
    level,
    lastNotified: goesOn ? known.lastNotified : null,
    clearSince: null,
    fired,
    flapping: goesOn,
    announcement: null,
    step: verdict.step ?? null,
    retryAfter: known?.retryAfter ?? null,
    tries: known?.tries ?? 0,
    unsent: known?.unsent ?? 0,
    because,
  };
}

/** Gives an announcement that a clock which was ahead delivered its whole grace from now. */
const timely = (announcement: Announcement | null, now: Instant): Announcement | null =>
  announcement?.deliveredAt != null && isAhead(announcement.deliveredAt, now)
    ? { ...announcement, deliveredAt: now }
    : announcement;

/** Returns the alert once it fires, with the time at which it began to. */
export const fired = (alert: Alert, now: Instant): Alert =>
  alert.phase === 'firing' ? alert : { ...alert, phase: 'firing', fired: [...alert.fired, now] };

/** Returns how bad a breach is once it has lasted: steps may ask for it to be notified again, as something worse. */
export function severityOnceLasted(
  { severity, step }: Breach,
  known: Alert | undefined,
  { rule, now }: Pick<OpenInput, 'rule' | 'now'>,
): Severity {
  if (step !== undefined) return severity;
  const steps: NotifyStep[] = [];
  for (const one of rule.then) if (one.kind === 'notify') steps.push(one);
  const since = known === undefined || known.phase === 'resolved' ? now : known.since;
  return steps
    .filter(({ after }) => between(since, now) >= after)
    .reduce((worst, one) => (compareSeverity(one.severity, worst) > 0 ? one.severity : worst), severity);
}
