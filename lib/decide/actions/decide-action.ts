import { erasedByRest, getCloudProfile } from '../../clouds/profiles.ts';
import { getWakeAction } from '../../model/action-kind.ts';
import { costNow, type Resource, toResourceSubject } from '../../model/facts/resource.ts';
import { IntentId, toTarget } from '../../model/ids.ts';
import type { Intervals } from '../../model/time/intervals.ts';
import { findWindowPosition, localMinute } from '../../model/time/period.ts';
import { type Instant, isoInstant, later } from '../../model/time/time.ts';
import type { Figures, Rule } from '../../rules/terms.ts';
import type { Breach } from '../../rules/verdict.ts';
import type { Alert } from '../../state/alert.ts';
import type { Intent } from '../../state/intent.ts';
import type { NextStep } from '../../state/notification.ts';
import { withdraw } from '../alerts/follow-alert.ts';
import { type Progress, withDecision, withEntry } from '../progress.ts';
import type { FollowInput } from '../turn-input.ts';
import { judgeApproval } from './approval.ts';
import type { BreachContext } from './guards/guard-input.ts';
import { findObjection, withdrawsAnnouncement } from './guards/guards.ts';
import { coolOff } from './guards/rule-guards.ts';
import { buildImageName } from './later-steps.ts';
import { listLaterSteps } from './planned.ts';

export type ActionInput = Omit<BreachContext, 'action' | 'erases' | 'now' | 'progress'> & {
  readonly intervals: Intervals;
};

/** Returns the next step of a breach, for its notification; `alert` is the alert before this breach. */
export function nextStep(progress: Progress, context: ActionInput, alert: Alert | undefined): NextStep {
  const { planned, rule } = context;
  const objection = findObjection({ ...toGuardInput(context), phase: 'announce', alert, progress });
  if (objection !== null) return { kind: 'nothing', because: objection.because };
  const { action, after, notBefore, approve, mode } = planned;
  const then = listLaterSteps(planned, rule);
  const kind = mode === 'enforce' ? 'action' : 'not-enforced';
  return { kind, action, after, notBefore, approve, ...toErasesField(findErasure(context)), then };
}

/** Returns why a rule leaves a resource alone that someone started again after a stop; `null` when it does not. */
export const leftAlone = (progress: Progress, context: ActionInput): string | null =>
  coolOff({ ...toGuardInput(context), phase: 'announce', alert: undefined, progress });

const toGuardInput = (context: ActionInput) => ({
  ...context,
  action: context.planned.action,
  erases: findErasure(context),
  now: context.observation.at,
});

const findErasure = ({ observation, planned, resource }: ActionInput): string | null =>
  erasedByRest(getCloudProfile(observation.cloud), planned.action, resource);

/** Returns what a stop erases as a field; no field where it erases nothing. */
export const toErasesField = (erases: string | null): { erases?: string } =>
  erases === null ? {} : { erases };

/** Makes an intent of a breach that was announced and has had its grace, unless a guard objects. */
export function decideAction(
  progress: Progress,
  verdict: Breach,
  alert: Alert,
  context: ActionInput,
): Progress {
  const { rule, target, observation, intervals, resource, planned, overrides } = context;
  const { action, of, threshold = null } = planned;
  const { subject } = alert;
  const common = { subject, rule: rule.name };
  const input = { ...toGuardInput(context), phase: 'decide', alert, progress } as const;
  const objection = findObjection(input);
  if (objection !== null) {
    const next = withdrawsAnnouncement(input) ? withdraw(progress, alert) : progress;
    return withDecision(next, { kind: 'nothing', ...common, because: objection.because });
  }
  const { at } = observation;
  const answer = judgeApproval(alert, planned, overrides, at);
  return withIntent(progress, {
    intent: {
      id: IntentId.parse(`${subject}#${rule.name}#${action}#${isoInstant(at)}`),
      kind: action,
      target,
      ...common,
      alert: alert.key,
      by: null,
      expiresAt: later(at, intervals.intentLife),
      image: action === 'image' ? buildImageName(subject, at) : planned.image,
      of,
      threshold,
      ...toErasesField(input.erases),
      because: alert.because,
    },
    resource,
    at,
    because: `announced, and the reason still holds: ${alert.because}`,
    by: answer.kind === 'go' ? answer.by : null,
    figures: verdict.figures,
  });
}

/**
 * Decides to start a resource once its hours have begun, if the schedule stopped it and nobody has started it since.
 */
export function decideStart(
  progress: Progress,
  rule: Rule,
  resource: Resource | undefined,
  context: FollowInput,
): Progress {
  const { head, policy, fleet, observation, intervals } = context;
  const target = toTarget(head.target);
  if (rule.kind !== 'schedule' || observation?.kind !== 'project' || target.kind !== 'project')
    return progress;
  const step = rule.then.find(({ kind }) => kind === 'start');
  if (step?.kind !== 'start' || resource?.activity !== 'stopped') return progress;
  const subject = toResourceSubject(target.id, resource);
  const past = progress.stops.find((stop) => stop.subject === subject && stop.rule === rule.name);
  const action = getWakeAction(resource.kind);
  const { at } = observation;
  const { isInside, off } = findWindowPosition(rule.windows, at, policy.timezone);
  if (past === undefined || !past.ours || action === null || !isInside) return progress;
  // It was stopped after its hours had begun, by an order or by the hours in force then: it is meant to stay stopped.
  if (off.until !== null && past.stoppedAt >= off.until) return progress;
  const common = { subject, rule: rule.name };
  const input = { target: head.target, policy, overrides: fleet.overrides, resource, erases: null, now: at };
  const planned = { mode: rule.mode === 'enforce' ? step.mode : 'observe' } as const;
  const objection = findObjection({ ...input, phase: 'start', action, planned, past, progress });
  if (objection !== null)
    return withDecision(progress, { kind: 'nothing', ...common, because: objection.because });
  const began = off.until === null ? '' : ` at ${localMinute(off.until, policy.timezone)}`;
  const because = `its hours began${began}, and it was stopped only because of them`;
  return withIntent(progress, {
    intent: {
      id: IntentId.parse(`${subject}#${rule.name}#${action}#${isoInstant(at)}`),
      kind: action,
      target: head.target,
      ...common,
      alert: null,
      by: null,
      expiresAt: later(at, intervals.intentLife),
      because,
    },
    resource,
    at,
  });
}

/** A decided action and its entry in the log. */
type Decided = {
  readonly intent: Pick<
    Intent,
    'id' | 'kind' | 'target' | 'subject' | 'rule' | 'alert' | 'by' | 'expiresAt' | 'because'
  > &
    Partial<Pick<Intent, 'image' | 'of' | 'threshold' | 'erases'>>;
  readonly resource: Resource;
  readonly at: Instant;
  /** The reason in the log, where it is longer than the intent's own. */
  readonly because?: string;
  /** The person who ordered or approved it. */
  readonly by?: string | null;
  readonly figures?: Figures;
};

/** Records a decided action: a waiting intent, and a log line with who decided it, why, and on what figures. */
export function withIntent(
  progress: Progress,
  { intent, resource, at, figures, ...more }: Decided,
): Progress {
  const { kind: action, subject, rule } = intent;
  const { because = intent.because, by = intent.by } = more;
  const waiting: Intent = {
    image: null,
    of: null,
    threshold: null,
    ...intent,
    decidedAt: at,
    createdAt: resource.createdAt,
    ...costNow(resource),
    state: { kind: 'waiting' },
  };
  const decided = withEntry(
    { ...progress, intents: [...progress.intents, waiting] },
    {
      at,
      event: 'decided',
      subject,
      rule,
      because,
      action,
      ...costNow(resource),
      ...(by !== null && { by }),
      ...(figures && { figures }),
    },
  );
  return withDecision(decided, { kind: action, subject, rule, because });
}
