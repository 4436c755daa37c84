import type { Resource } from '../../model/facts/resource.ts';
import type { NotifyStep } from '../../model/rules/step.ts';
import { higherSeverity, type Severity } from '../../model/severity.ts';
import { computeSpan, earliest, type Instant, isAhead, spanInWords } from '../../model/time/time.ts';
import { atOnce } from '../../rules/judge.ts';
import type { Rule } from '../../rules/terms.ts';
import { type Breach, getBreachLossTime } from '../../rules/verdict.ts';
import type { Alert, Announcement } from '../../state/alert.ts';
import type { NextStep } from '../../state/notification.ts';
import type { Policy } from '../../state/policy.ts';
import { type Progress, withAlert, withDecision, withNotification } from '../progress.ts';
import { isWanted } from './audience.ts';
import { alertKey, knownAgain, logAlert, withoutWaitingIntents } from './follow-alert.ts';
import { buildAlertNotification, type CostFigures } from './notifications.ts';
import { flapping, getAlertTiming, reasonToNotify, selectRecentTimes } from './reason-to-notify.ts';

/** The input of the stages. Costs and steps are computed only when a stage needs them. */
export type BreachInput = {
  readonly rule: Rule;
  readonly now: Instant;
  /** The resource that the breach is about, if it is about one. */
  readonly resource: Resource | undefined;
  /** Returns why the breach is not notified; `null` when it is. */
  readonly suppressionOf: (verdict: Breach) => string | null;
  /** Returns why nobody is notified of the breach while people keep its resource; `null` when they are. */
  readonly sparedBecause: (progress: Progress) => string | null;
  /** Returns the next step of the breach; `known` is the alert before this poll. */
  readonly nextStep: (progress: Progress, known: Alert | undefined) => NextStep;
  /** Decides the action that the breach asks for; `null` where it asks for none. */
  readonly intend: ((progress: Progress, verdict: Breach, alert: Alert) => Progress) | null;
  readonly costs: () => CostFigures;
  readonly policy: Policy;
};

/** A breach on its way through the stages. */
type BreachCase = {
  readonly input: BreachInput;
  readonly progress: Progress;
  readonly verdict: Breach;
  readonly known: Alert | undefined;
  readonly alert: Alert;
  readonly next: NextStep;
  /** The reason that a stage gave for no notification; `null` while the breach passes. */
  readonly held: string | null;
};
type Stage = (breach: BreachCase) => BreachCase;

/** The stages in order. A breach that one of them held passes through those before `intend` unchanged. */
const stages: readonly Stage[] = [escalate, suppress, announce, notify, intend];

/** Takes a breach through all stages. */
export function followBreach(progress: Progress, verdict: Breach, input: BreachInput): Progress {
  const known = progress.alerts.find(({ key }) => key === alertKey(verdict));
  const alert = openAlert(known, verdict, input);
  const next: NextStep = { kind: 'nothing', because: 'nothing was announced' };
  const initial: BreachCase = { input, progress, verdict, known, alert, next, held: null };
  return stages.reduce((breach, stage) => stage(breach), initial).progress;
}

/** Raises the severity of a breach that has lasted, and holds one that has not lasted long enough to fire. */
function escalate(breach: BreachCase): BreachCase {
  const { input, progress } = breach;
  const severity = raiseSeverity(breach.verdict, breach.known, input);
  const verdict = { ...breach.verdict, severity };
  const alert = { ...breach.alert, severity };
  const least = verdict.hasLasted ? atOnce : getAlertTiming(input.rule, alert.step).for;
  if (alert.phase === 'pending' && computeSpan(alert.since, input.now) < least)
    return hold({ ...breach, verdict, alert }, `notified once it has lasted ${spanInWords(least)}`);
  const firing = fired(alert, input.now);
  const isNew = firing.fired.length > alert.fired.length;
  const logged = isNew ? logAlert(progress, firing, 'alert', verdict.because, input.now) : progress;
  return { ...breach, verdict, alert: firing, progress: logged };
}

/** Holds a breach that is silenced, inhibited or spared. Its action is announced again once that ends. */
function suppress(breach: BreachCase): BreachCase {
  const { input, verdict } = breach;
  if (breach.held !== null) return breach;
  const spared = input.sparedBecause(breach.progress);
  const because = spared ?? input.suppressionOf(verdict);
  if (because === null) return breach;
  const progress = withoutWaitingIntents(breach.progress, breach.alert);
  const alert = { ...breach.alert, announcement: null, ...(spared !== null && { spared }) };
  return hold({ ...breach, progress, alert }, because);
}

/** Finds the action that the notification has to announce. */
function announce(breach: BreachCase): BreachCase {
  const { input, progress, known, held } = breach;
  return held === null ? { ...breach, next: input.nextStep(progress, known) } : breach;
}

/** Notifies people when there is a reason to, and holds the rest. */
function notify(breach: BreachCase): BreachCase {
  const { input, progress, verdict, alert, next, held } = breach;
  if (held !== null) return breach;
  const result = reasonToNotify(alert, { ...input, next }, progress.outbox);
  if ('held' in result)
    // Where an action is decided next, that decision gives the reason.
    return input.intend === null
      ? hold(breach, result.held)
      : { ...breach, progress: withAlert(progress, alert), held: result.held };
  const notified = buildAlertNotification(alert, verdict, result.reason, {
    ...input,
    next,
    costs: input.costs(),
  });
  // It is notified once a route takes it. An announcement waits in the outbox, so that its action waits too.
  if (next.kind !== 'action' && !isWanted(input.policy, notified.notification))
    return hold(breach, noRouteInWords);
  const kept = withNotification(withAlert(progress, notified.alert), notified.notification);
  const { subject, rule, because } = verdict;
  const decision = { kind: 'notify', subject, rule, because } as const;
  return { ...breach, alert: notified.alert, progress: withDecision(kept, decision) };
}

/** The reason why an alert that no route takes is not notified. */
const noRouteInWords = 'not notified: no route takes it';

/** Decides the action of a firing alert, held or not, unless it is spared: a guard objects if it was not announced. */
function intend(breach: BreachCase): BreachCase {
  const { input, progress, verdict, alert } = breach;
  return input.intend === null || alert.phase !== 'firing' || alert.spared !== undefined
    ? breach
    : { ...breach, progress: input.intend(progress, verdict, alert) };
}

function hold(breach: BreachCase, held: string): BreachCase {
  const { subject, rule, because } = breach.verdict;
  const decision = { kind: 'nothing', subject, rule, because: `${held}; ${because}` } as const;
  return { ...breach, held, progress: withDecision(withAlert(breach.progress, breach.alert), decision) };
}

/**
 * Returns the alert of a breach: the known one while it is open, and otherwise a new one, which keeps what a resolved
 * one counted.
 */
function openAlert(known: Alert | undefined, verdict: Breach, { now, rule, resource }: BreachInput): Alert {
  const { severity, level, because } = verdict;
  if (known !== undefined && known.phase !== 'resolved') {
    const { lostAt: _, ...previous } = knownAgain(known);
    return {
      ...previous,
      severity,
      level,
      because,
      ...toLostAtField(verdict),
      ...toIdleSinceField(verdict, known.idleSince),
      clearSince: null,
      announcement: timely(known.announcement, now),
    };
  }
  const fired = selectRecentTimes(known?.fired ?? [], now);
  // An alert that was notified as flapping goes on: it does not start anew.
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
    ...(known?.restarts !== undefined && { restarts: known.restarts }),
    because,
    ...toLostAtField(verdict),
    ...toIdleSinceField(verdict),
  };
}

function toLostAtField(verdict: Breach): Pick<Alert, 'lostAt'> {
  const at = getBreachLossTime(verdict);
  return at === null ? {} : { lostAt: at };
}

/**
 * Returns the time since which an idle VM has been idle, as a field. A learning rule finds it itself; a fixed window
 * shows only its own start, so the earlier time is kept.
 */
function toIdleSinceField({ figures }: Breach, known?: Instant): Pick<Alert, 'idleSince'> {
  if (figures.kind !== 'idle') return {};
  const isWhole = known === undefined || figures.risk !== undefined;
  return { idleSince: isWhole ? figures.since : earliest(known, figures.since) };
}

/**
 * Returns an announcement whose delivery time is in the future, recorded by a clock that was ahead, as delivered now,
 * so that its whole grace runs.
 */
const timely = (announcement: Announcement | null, now: Instant): Announcement | null =>
  announcement?.deliveredAt != null && isAhead(announcement.deliveredAt, now)
    ? { ...announcement, deliveredAt: now }
    : announcement;

/** Returns the alert once it fires, with the time at which it began to. */
const fired = (alert: Alert, now: Instant): Alert =>
  alert.phase === 'firing' ? alert : { ...alert, phase: 'firing', fired: [...alert.fired, now] };

/** Returns the severity of a breach, raised by the notify steps whose time it has lasted. */
function raiseSeverity(
  { severity, step }: Breach,
  known: Alert | undefined,
  { rule, now }: BreachInput,
): Severity {
  if (step !== undefined) return severity;
  const steps: NotifyStep[] = [];
  for (const step of rule.then) if (step.kind === 'notify') steps.push(step);
  const since = known === undefined || known.phase === 'resolved' ? now : known.since;
  return steps
    .filter(({ after }) => computeSpan(since, now) >= after)
    .reduce((worst, notifyStep) => higherSeverity(notifyStep.severity, worst), severity);
}
