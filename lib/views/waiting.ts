import { judgeApproval } from '../decide/actions/approval.ts';
import { firstStep } from '../decide/actions/planned.ts';
import { findProtectionReason, isPaused, pausesNow } from '../decide/actions/protection.ts';
import { findResource } from '../decide/subjects.ts';
import type { ActionKind } from '../model/action-kind.ts';
import { getGivenName } from '../model/facts/resource.ts';
import type { MessageId, RuleName, Subject, TargetId } from '../model/ids.ts';
import { localMinute } from '../model/time/period.ts';
import { relativeTime } from '../model/time/relative-time.ts';
import { type Instant, later, type Span } from '../model/time/time.ts';
import { type Rule, stopsResources } from '../rules/terms.ts';
import { type Alert, computeDueTime } from '../state/alert.ts';
import type { Head } from '../state/head.ts';
import { buildCondition, type Condition } from './condition/condition.ts';
import type { ViewInput } from './view-input.ts';

/** An action that is planned, waits for approval, or is under way. */
export type WaitingAction = {
  readonly target: TargetId;
  readonly subject: Subject;
  /** The name of its resource; absent if it equals the id. */
  readonly name?: string | undefined;
  readonly rule: RuleName;
  readonly action: ActionKind;
  readonly state:
    | 'being-announced'
    /** The action follows when due, if its rule is still breached. */
    | 'announced'
    | 'waits-for-approval'
    | 'denied'
    /** The request for approval expired. */
    | 'lapsed'
    | 'decided'
    | 'asked-for'
    /** It is unknown whether the request reached the cloud; the next polls show it. */
    | 'unanswered';
  /** The announcement that an approval or denial answers; `null` if nothing was announced. */
  readonly announcement: MessageId | null;
  /** The earliest time of the action; `null` if it is unknown or past. */
  readonly notBefore: Instant | null;
  /** The time when the request for approval expires. */
  readonly approveUntil: Instant | null;
  readonly because: string;
  /** Why it will not happen when due, such as a pause; `null` if nothing prevents it. */
  readonly heldBecause: string | null;
};

export const stateNames = {
  'being-announced': 'being announced',
  announced: 'announced',
  'waits-for-approval': 'waits for approval',
  denied: 'denied',
  lapsed: 'not approved in time',
  decided: 'decided',
  'asked-for': 'requested',
  unanswered: 'requested, no answer yet',
} as const satisfies Record<WaitingAction['state'], string>;

/** Returns "waits for approval, expires in 3 h" or "announced, in 20 min or later". */
export function waitingInWords(
  { state, notBefore, approveUntil, heldBecause }: WaitingAction,
  now: Instant,
): string {
  const name = stateNames[state];
  if (heldBecause !== null) return `${name}, on hold: ${heldBecause}`;
  if (state === 'waits-for-approval')
    return approveUntil === null ? name : `${name}, expires ${relativeTime(approveUntil, now)}`;
  if (state !== 'announced' || notBefore === null) return name;
  return notBefore > now ? `${name}, ${relativeTime(notBefore, now)} or later` : `${name}, due`;
}

type Unheld = Omit<WaitingAction, 'heldBecause'> & {
  /** The time since which its rule has lacked data; `null` if it does not. */
  readonly unknownSince: Instant | null;
};
type Context = Pick<ViewInput, 'policy' | 'overrides' | 'now'>;

/** Lists planned actions: those that need approval first, then by time. */
export function listWaitingActions(
  heads: readonly Head[],
  context: ViewInput,
  condition: Condition = buildCondition(heads, context),
): readonly WaitingAction[] {
  const idle = whyIdle(condition);
  return heads
    .flatMap((head) => {
      const intended = head.intents.map((intent) => ofIntent(head, intent));
      const announced = head.alerts.flatMap((alert) => ofAlert(head, alert, context));
      return [...intended, ...announced].map((unheld) => {
        const { unknownSince: _, ...waiting } = unheld;
        const resource = findResource(head, unheld.subject);
        const name = resource && getGivenName(resource);
        return { ...waiting, name, heldBecause: findHoldReason(head, unheld, context, idle) };
      });
    })
    .toSorted((left, right) => urgency(left) - urgency(right));
}

/** Returns the most urgent planned action on each subject. The list begins with the most urgent. */
export const waitingBySubject = (waiting: readonly WaitingAction[]): ReadonlyMap<Subject, WaitingAction> =>
  new Map(waiting.toReversed().map((action) => [action.subject, action]));

/**
 * Returns why a pending action is not taken: a pause, protection, failed polls, or a rule without data; otherwise
 * `null`.
 */
function findHoldReason(
  head: Head,
  { subject, state, unknownSince }: Unheld,
  { policy, overrides, now }: Context,
  idle: string | null,
): string | null {
  if (state === 'asked-for' || state === 'unanswered' || state === 'denied' || state === 'lapsed')
    return null;
  const pause = pausesNow(overrides, now).find((candidate) => isPaused(candidate, head.target));
  if (pause !== undefined)
    return `paused by ${pause.author} until ${localMinute(pause.until, policy.timezone)}`;
  const resource = findResource(head, subject);
  const protectedBecause =
    resource === undefined
      ? null
      : findProtectionReason({ policy, overrides, target: head.target, resource, now });
  if (protectedBecause !== null) return protectedBecause;
  if (head.failedPolls > 0) return `its project cannot be polled: ${head.failedBecause}`;
  return unknownSince === null ? idle : `not enough data since ${localMinute(unknownSince, policy.timezone)}`;
}

/** Returns why no action is taken anywhere; `null` if actions are taken. */
function whyIdle({ notices }: Condition): string | null {
  if (notices.some(({ kind }) => kind === 'blind')) return 'no poll succeeds';
  return notices.some(({ kind }) => kind === 'key') ? 'the key for actions is not available' : null;
}

const urgency = ({ state, notBefore }: WaitingAction): number =>
  state === 'waits-for-approval'
    ? 0
    : state === 'lapsed' || state === 'denied'
      ? Number.MAX_VALUE
      : (notBefore ?? 1);

function ofIntent({ target }: Head, intent: Head['intents'][number]): Unheld {
  const { subject, rule, kind, state, because } = intent;
  const states = {
    waiting: 'decided',
    claimed: 'unanswered',
    requested: 'asked-for',
    unanswered: 'unanswered',
  } as const;
  return {
    target,
    subject,
    rule,
    action: kind,
    state: states[state.kind],
    announcement: null,
    notBefore: null,
    approveUntil: null,
    unknownSince: null,
    because,
  };
}

function ofAlert(head: Head, alert: Alert, { policy, overrides, now }: Context): Unheld[] {
  const { announcement, subject, rule, because } = alert;
  if (announcement === null || alert.phase !== 'firing') return [];
  if (head.intents.some((intent) => intent.alert === alert.key)) return [];
  const step = findAnnouncedStep(head, alert, policy.rules);
  if (step === null) return [];
  const { deliveredAt, message } = announcement;
  const answer = judgeApproval(alert, step, overrides, now);
  const states = {
    go: 'announced',
    waits: 'waits-for-approval',
    denied: 'denied',
    lapsed: 'lapsed',
  } as const;
  return [
    {
      target: head.target,
      subject,
      rule,
      action: step.action,
      state: deliveredAt === null ? 'being-announced' : states[answer.kind],
      announcement: message,
      notBefore: deliveredAt && computeDueTime(announcement, deliveredAt),
      approveUntil: deliveredAt && step.approve && later(deliveredAt, step.approve),
      unknownSince: alert.unknownSince ?? null,
      because,
    },
  ];
}

/** Returns the action that an alert announced, and how long it waits for approval. */
function findAnnouncedStep(
  head: Head,
  { step, rule: name, subject }: Alert,
  rules: readonly Rule[],
): Step | null {
  const rule = rules.find((candidate) => candidate.name === name);
  if (rule === undefined) return null;
  if (step !== null) {
    const planned = rule.then.find(({ kind }) => kind === step);
    return { action: step, approve: planned !== undefined && 'approve' in planned ? planned.approve : null };
  }
  const resource = findResource(head, subject);
  return resource !== undefined && stopsResources(rule) ? firstStep(rule.then, resource) : null;
}
type Step = { readonly action: ActionKind; readonly approve: Span | null };
