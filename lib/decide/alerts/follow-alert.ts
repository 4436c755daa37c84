import { type AlertKey, MessageId } from '../../model/ids.ts';
import { computeSpan, type Instant } from '../../model/time/time.ts';
import type { Rule } from '../../rules/terms.ts';
import type { Verdict } from '../../rules/verdict.ts';
import type { Alert } from '../../state/alert.ts';
import { type Progress, withAlert, withDecision, withNotification, withoutAlert } from '../progress.ts';
import { getAlertTiming, isFlapping, toIncidentFields } from './reason-to-notify.ts';

/** Returns an alert's identity: a rule on a subject in one episode. It is compared, and never taken apart. */
export const alertKey = ({
  subject,
  rule,
  episode,
}: Pick<Verdict, 'subject' | 'rule' | 'episode'>): AlertKey => `${subject}#${rule}#${episode}` as AlertKey;

/** The reason for an alert's end: its rule finds nothing more, or its subject is gone. */
export type EndInput = {
  readonly now: Instant;
  /** The reason why the end is not notified; `null` when it is. */
  readonly suppression: string | null;
  /** True if the subject no longer exists. */
  readonly isGone?: boolean;
};

/** Follows a verdict of clear: drops a pending alert, and resolves a firing one that has been clear long enough. */
export function followClear(
  progress: Progress,
  verdict: Verdict,
  { rule, ...context }: EndInput & { readonly rule: Rule },
): Progress {
  const { now } = context;
  const about = { subject: verdict.subject, rule: verdict.rule, because: verdict.because };
  const quiet = withDecision(progress, { kind: 'nothing', ...about });
  const found = quiet.alerts.find(({ key }) => key === alertKey(verdict));
  if (found === undefined) return quiet;
  const known = verdict.kind === 'clear' && verdict.isRestarted ? found : withoutRestarts(found);
  if (known.phase === 'resolved') return known === found ? quiet : withAlert(quiet, known);
  const alert = knownAgain(known);
  if (alert.phase === 'pending') {
    const firedBefore = alert.fired.length > 0;
    return firedBefore
      ? withAlert(quiet, { ...alert, phase: 'resolved', clearSince: now })
      : withoutAlert(quiet, alert);
  }
  const { resolveAfter } = getAlertTiming(rule, alert.step);
  if (resolveAfter === null) return known.unknownSince === undefined ? quiet : withAlert(quiet, alert);
  const clearSince = alert.clearSince ?? now;
  if (computeSpan(clearSince, now) < resolveAfter) return withAlert(quiet, { ...alert, clearSince });
  return endAlert(quiet, alert, verdict.because, context);
}

/** Returns an alert whose episode has ended by more than a restart: the next one counts restarts anew. */
function withoutRestarts(alert: Alert): Alert {
  if (alert.restarts === undefined) return alert;
  const { restarts: _, ...others } = alert;
  return others;
}

/** Follows a verdict of unknown: a firing alert stays, and records since when its rule cannot tell whether it is breached. */
export function followUnknown(progress: Progress, verdict: Verdict, now: Instant): Progress {
  const { subject, rule, because } = verdict;
  const held = withDecision(progress, { kind: 'nothing', subject, rule, because });
  const known = held.alerts.find(({ key }) => key === alertKey(verdict));
  const isWithdrawn = verdict.kind === 'unknown' && verdict.isWithdrawn === true;
  const called = known !== undefined && isWithdrawn ? withdraw(held, known) : held;
  const alert = called.alerts.find(({ key }) => key === alertKey(verdict));
  return alert?.phase === 'firing' && alert.unknownSince === undefined
    ? withAlert(called, { ...alert, unknownSince: now })
    : called;
}

/** Returns an alert whose rule can tell again whether it is breached. */
export function knownAgain({ unknownSince: _, ...alert }: Alert): Alert {
  return alert;
}

/** Resolves an alert, cancels its actions that have not begun, and notifies everyone who was notified of it. */
export function endAlert(progress: Progress, alert: Alert, because: string, context: EndInput): Progress {
  const { now, suppression, isGone = false } = context;
  const owesEnd = alert.flapping && isFlapping(alert, now) && suppression === null;
  const over: Alert = {
    ...knownAgain(alert),
    phase: 'resolved',
    clearSince: now,
    announcement: null,
    flapping: owesEnd,
    because,
  };
  const ended = logAlert(
    withAlert(withoutWaitingIntents(progress, alert), over),
    alert,
    'resolved',
    because,
    now,
  );
  return owesEnd || suppression !== null ? ended : notifyResolved(ended, alert, because, isGone);
}

/** Notifies people that an alert is resolved, if they were notified of it. */
export function notifyResolved(progress: Progress, alert: Alert, because: string, isGone: boolean): Progress {
  const { subject, rule, since, kind, lastNotified, step } = alert;
  if (lastNotified === null) return progress;
  const incident = toIncidentFields(alert);
  const id = MessageId.parse(`${incident.incident}#resolved`);
  return withNotification(progress, {
    kind: 'resolved',
    id,
    severity: 'info',
    subject,
    rule,
    because,
    ...incident,
    since,
    of: kind,
    step,
    ...(isGone && { gone: true }),
  });
}

/** Adds a line to the audit log, with an id that is distinct for each alert of a rule on a subject. */
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

/** Withdraws an alert's announcement and its actions that have not begun: they are announced anew. */
export const withdraw = (progress: Progress, alert: Alert): Progress =>
  withAlert(withoutWaitingIntents(progress, alert), { ...alert, announcement: null });

/** Drops the actions of an alert that have not begun. */
export const withoutWaitingIntents = (progress: Progress, { key }: Pick<Alert, 'key'>): Progress => ({
  ...progress,
  intents: progress.intents.filter(({ alert, state }) => alert !== key || state.kind !== 'waiting'),
});
