import { type AlertKey, MessageId } from '../../model/ids.ts';
import { computeSpan, type Instant } from '../../model/time/time.ts';
import type { Rule } from '../../rules/terms.ts';
import type { Verdict } from '../../rules/verdict.ts';
import type { Alert } from '../../state/alert.ts';
import { type Progress, withAlert, withDecision, withNotification, withoutAlert } from '../progress.ts';
import { getAlertTiming, isFlapping, toIncidentFields } from './reason-to-notify.ts';

/** Returns an alert's identity: its rule, subject and episode. It is only compared, never parsed. */
export const alertKey = ({
  subject,
  rule,
  episode,
}: Pick<Verdict, 'subject' | 'rule' | 'episode'>): AlertKey => `${subject}#${rule}#${episode}` as AlertKey;

/** The time and the circumstances of an alert's end. */
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
  const common = { subject: verdict.subject, rule: verdict.rule, because: verdict.because };
  const decided = withDecision(progress, { kind: 'nothing', ...common });
  const stored = decided.alerts.find(({ key }) => key === alertKey(verdict));
  if (stored === undefined) return decided;
  const known = verdict.kind === 'clear' && verdict.isRestarted ? stored : withoutRestarts(stored);
  if (known.phase === 'resolved') return known === stored ? decided : withAlert(decided, known);
  const alert = knownAgain(known);
  if (alert.phase === 'pending') {
    const firedBefore = alert.fired.length > 0;
    return firedBefore
      ? withAlert(decided, { ...alert, phase: 'resolved', clearSince: now })
      : withoutAlert(decided, alert);
  }
  const { resolveAfter } = getAlertTiming(rule, alert.step);
  if (resolveAfter === null) return known.unknownSince === undefined ? decided : withAlert(decided, alert);
  const clearSince = alert.clearSince ?? now;
  if (computeSpan(clearSince, now) < resolveAfter) return withAlert(decided, { ...alert, clearSince });
  return endAlert(decided, alert, verdict.because, context);
}

/**
 * Removes the count of restarts from an alert whose episode ended by more than a restart: the next episode counts
 * anew.
 */
function withoutRestarts(alert: Alert): Alert {
  if (alert.restarts === undefined) return alert;
  const { restarts: _, ...others } = alert;
  return others;
}

/**
 * Follows a verdict of unknown: a firing alert stays, and records since when it has been unknown whether its rule is
 * breached.
 */
export function followUnknown(progress: Progress, verdict: Verdict, now: Instant): Progress {
  const { subject, rule, because } = verdict;
  const decided = withDecision(progress, { kind: 'nothing', subject, rule, because });
  const known = decided.alerts.find(({ key }) => key === alertKey(verdict));
  const isWithdrawn = verdict.kind === 'unknown' && verdict.isWithdrawn === true;
  const next = known !== undefined && isWithdrawn ? withdraw(decided, known) : decided;
  const alert = next.alerts.find(({ key }) => key === alertKey(verdict));
  return alert?.phase === 'firing' && alert.unknownSince === undefined
    ? withAlert(next, { ...alert, unknownSince: now })
    : next;
}

/** Returns an alert of which it is known again whether its rule is breached. */
export function knownAgain({ unknownSince: _, ...alert }: Alert): Alert {
  return alert;
}

/** Resolves an alert, cancels its actions that have not begun, and notifies everyone who was notified of it. */
export function endAlert(progress: Progress, alert: Alert, because: string, context: EndInput): Progress {
  const { now, suppression, isGone = false } = context;
  const owesEnd = alert.flapping && isFlapping(alert, now) && suppression === null;
  const resolved: Alert = {
    ...knownAgain(alert),
    phase: 'resolved',
    clearSince: now,
    announcement: null,
    flapping: owesEnd,
    because,
  };
  const ended = logAlert(
    withAlert(withoutWaitingIntents(progress, alert), resolved),
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

/** Withdraws an alert's announcement and its actions that have not begun, so that they are announced again. */
export const withdraw = (progress: Progress, alert: Alert): Progress =>
  withAlert(withoutWaitingIntents(progress, alert), { ...alert, announcement: null });

/** Drops the actions of an alert that have not begun. */
export const withoutWaitingIntents = (progress: Progress, { key }: Pick<Alert, 'key'>): Progress => ({
  ...progress,
  intents: progress.intents.filter(({ alert, state }) => alert !== key || state.kind !== 'waiting'),
});
