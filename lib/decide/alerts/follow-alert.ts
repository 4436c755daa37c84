import type { Alert, Announcement } from '../../model/alert.ts';
import { type AlertKey, MessageId } from '../../model/ids.ts';
import type { HourlyPrice } from '../../model/money/money.ts';
import type { Driver, NextStep, NotifyReason } from '../../model/notification.ts';
import type { Rule } from '../../model/rules/rule.ts';
import type { Breach, Verdict } from '../../model/rules/verdict.ts';
import { isAhead } from '../../model/time/ahead.ts';
import { between, type Instant, isoInstant, spanInWords } from '../../model/time/time.ts';
import { type Progress, withAlert, withDecision, withNotification, withoutAlert } from '../progress.ts';
import { flapping, termsOf } from './alert-terms.ts';
import { incidentOf, worseBefore } from './incident.ts';
import { isFlapping, reasonToNotify, recentOf, wordFor, worstNotified } from './reason-to-notify.ts';

/** What is known where a breach was found, for what there is to say of it. */
export type AlertInput = {
  readonly rule: Rule;
  readonly now: Instant;
  /** Why nothing may be said now, nor done; `null` when it may. */
  readonly suppression: string | null;
  /** What comes of it; with an act in it, it must have been announced before it is done. */
  readonly next: NextStep;
  /** Whether more is decided after this, so that to say nothing again is no decision of its own. */
  readonly mayAct: boolean;
  readonly burnRate: HourlyPrice | null;
  readonly drivers: readonly Driver[];
  /** What the target cost an hour of late; left out where it is of one resource. */
  readonly trend?: readonly (HourlyPrice | null)[];
};

/** An alert's identity: a rule on a subject in one stretch of judging. Made of names that were read, so not read again. */
export const alertKey = ({
  subject,
  rule,
  episode,
}: Pick<Verdict, 'subject' | 'rule' | 'episode'>): AlertKey => `${subject}#${rule}#${episode}` as AlertKey;

/** Takes a breach down: pending until it has lasted, then firing and said when there is a reason to. */
export function followBreach(progress: Progress, verdict: Breach, context: AlertInput): Progress {
  const { rule, now } = context;
  const known = progress.alerts.find(({ key }) => key === alertKey(verdict));
  const open = opened(known, verdict, context);
  const about = { subject: verdict.subject, rule: verdict.rule, because: verdict.because };
  const lasted = between(open.since, now);
  const { for: least } = termsOf(rule, open.step);
  if (open.phase === 'pending' && lasted < least) {
    const because = `told when it has lasted ${spanInWords(least)}; ${verdict.because}`;
    return withDecision(withAlert(progress, open), { kind: 'nothing', ...about, because });
  }
  const alert = fired(open, now);
  const isNew = alert.fired.length > open.fired.length;
  const logged = isNew ? logAlert(progress, alert, 'alert', verdict.because, now) : progress;
  if (context.suppression !== null) {
    // What someone wants to hear nothing of is not acted on either: it is announced anew after that.
    const kept = withAlert(callOff(logged, alert), { ...alert, announcement: null });
    return withDecision(kept, {
      kind: 'nothing',
      ...about,
      because: `${context.suppression}; ${verdict.because}`,
    });
  }
  const reason = reasonToNotify(alert, context, progress.outbox);
  if (typeof reason !== 'object') {
    const because = `${reason}; ${verdict.because}`;
    const kept = withAlert(logged, alert);
    return context.mayAct ? kept : withDecision(kept, { kind: 'nothing', ...about, because });
  }
  return withDecision(say(logged, alert, verdict, reason.reason, context), { kind: 'notify', ...about });
}

/** Where a rule finds nothing more, or what it spoke of is no more. */
export type EndInput = {
  readonly now: Instant;
  /** Why its end may not be said; `null` when it may. */
  readonly suppression: string | null;
};

/** Takes down that a rule finds nothing: what was pending is forgotten, what fired is over once it has settled. */
export function followClear(
  progress: Progress,
  verdict: Verdict,
  { rule, ...context }: EndInput & { readonly rule: Rule },
): Progress {
  const { now } = context;
  const about = { subject: verdict.subject, rule: verdict.rule, because: verdict.because };
  const quiet = withDecision(progress, { kind: 'nothing', ...about });
  const alert = quiet.alerts.find(({ key }) => key === alertKey(verdict));
  if (alert === undefined || alert.phase === 'resolved') return quiet;
  if (alert.phase === 'pending') {
    const firedBefore = alert.fired.length > 0;
    return firedBefore
      ? withAlert(quiet, { ...alert, phase: 'resolved', clearSince: now })
      : withoutAlert(quiet, alert);
  }
  const { resolveAfter } = termsOf(rule, alert.step);
  if (resolveAfter === null) return quiet;
  const clearSince = alert.clearSince ?? now;
  if (between(clearSince, now) < resolveAfter) return withAlert(quiet, { ...alert, clearSince });
  return endAlert(quiet, alert, verdict.because, context);
}

/** Ends an alert, and says so if its beginning was said. An act that it led to and that has not begun is called off. */
export function endAlert(progress: Progress, alert: Alert, because: string, context: EndInput): Progress {
  const { now, suppression } = context;
  const owesEnd = alert.flapping && isFlapping(alert, now) && suppression === null;
  const over: Alert = {
    ...alert,
    phase: 'resolved',
    clearSince: now,
    announcement: null,
    flapping: owesEnd,
    because,
  };
  const ended = logAlert(withAlert(callOff(progress, alert), over), alert, 'resolved', because, now);
  return owesEnd || suppression !== null ? ended : notifyResolved(ended, alert, because);
}

/** Says that an alert is over, of which it was said that it began. */
export function notifyResolved(progress: Progress, alert: Alert, because: string): Progress {
  const { key, subject, rule, since, kind, lastNotified, step } = alert;
  if (lastNotified === null) return progress;
  const id = MessageId.parse(`${key}#${isoInstant(since)}#resolved`);
  return withNotification(progress, {
    kind: 'resolved',
    id,
    severity: 'info',
    subject,
    rule,
    because,
    ...incidentOf(alert),
    since,
    of: kind,
    step,
  });
}

/** A line of the audit log, which tells alerts of one rule on one subject apart. */
export const logAlert = (
  progress: Progress,
  { key, subject, rule }: Alert,
  event: 'alert' | 'resolved',
  because: string,
  at: Instant,
): Progress => ({
  ...progress,
  journal: [...progress.journal, { id: `${event}#${key}`, at, event, subject, rule, because }],
});

/** Drops the acts of an alert that have not begun. */
export const callOff = (progress: Progress, { key }: Pick<Alert, 'key'>): Progress => ({
  ...progress,
  intents: progress.intents.filter(({ alert, state }) => alert !== key || state.kind !== 'waiting'),
});

/** The alert of a breach: known, begun anew after it was over, or new. */
function opened(known: Alert | undefined, verdict: Breach, { now, rule }: AlertInput): Alert {
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
  // What was said to come and go comes once more: of that nothing is new.
  const goesOn = known?.flapping === true && fired.length >= flapping.times;
  return {
    key: alertKey(verdict),
    rule: verdict.rule,
    subject: verdict.subject,
    kind: rule.kind,
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

/** An announcement that a clock which was ahead delivered has its whole grace from now. */
const timely = (announcement: Announcement | null, now: Instant): Announcement | null =>
  announcement?.deliveredAt != null && isAhead(announcement.deliveredAt, now)
    ? { ...announcement, deliveredAt: now }
    : announcement;

const fired = (alert: Alert, now: Instant): Alert =>
  alert.phase === 'firing' ? alert : { ...alert, phase: 'firing', fired: [...alert.fired, now] };

function say(
  progress: Progress,
  alert: Alert,
  verdict: Breach,
  reason: NotifyReason,
  context: AlertInput,
): Progress {
  const { now, next, burnRate, drivers, trend, rule: told } = context;
  const times = (alert.lastNotified?.times ?? 0) + 1;
  const isOnce = termsOf(told, alert.step).repeat === null;
  const word = wordFor(reason, alert, isOnce ? null : times);
  const id = MessageId.parse(`${alert.key}#${isoInstant(alert.since)}#${word}`);
  const announcement =
    next.kind === 'act' && alert.announcement === null
      ? { message: id, after: next.after, deliveredAt: null }
      : alert.announcement;
  const known: Alert = {
    ...alert,
    announcement,
    flapping: alert.flapping || reason === 'flapping',
    lastNotified: {
      at: now,
      times,
      ...worseBefore(alert),
      ...(isOnce ? worstNotified(alert) : { severity: alert.severity, level: alert.level }),
    },
  };
  const { subject, rule, because, severity, figures } = verdict;
  return withNotification(withAlert(progress, known), {
    kind: 'alert',
    id,
    severity,
    subject,
    rule,
    because,
    incident: incidentOf(alert).incident,
    reason,
    since: alert.since,
    figures,
    next,
    burnRate,
    drivers: [...drivers],
    ...(trend !== undefined && { trend: [...trend] }),
    again: termsOf(told, alert.step).repeat,
    // The grace of what was announced before runs from then, whatever is said of it again.
    ...(next.kind === 'act' &&
      alert.announcement !== null && {
        announced: { after: alert.announcement.after, deliveredAt: alert.announcement.deliveredAt },
      }),
  });
}
