import { type ApprovalAnswer, judgeApproval } from '../../decide/actions/approval.ts';
import { findPauseReason, findProtectionReason } from '../../decide/actions/protection.ts';
import { type ActionKind, getRestAction } from '../../model/action-kind.ts';
import type { Resource } from '../../model/facts/resource.ts';
import type { Subject } from '../../model/ids.ts';
import type { BudgetStep, Step } from '../../model/rules/step.ts';
import { subjectParts } from '../../model/subject.ts';
import { type Instant, latest, type Span } from '../../model/time/time.ts';
import { type Alert, computeDueTime } from '../../state/alert.ts';
import type { Head } from '../../state/head.ts';
import type { Intent } from '../../state/intent.ts';
import { earlierOverrides, type OverrideContext } from './place-override.ts';

/** An announced action that has neither begun nor been cancelled. */
export type PendingAction = {
  readonly head: Head;
  readonly alert: Alert & { readonly announcement: NonNullable<Alert['announcement']> };
};

export const selectAnnouncedActions = (
  heads: readonly Head[],
  isMeant: (subject: Subject) => boolean,
): readonly PendingAction[] =>
  heads.flatMap((head) =>
    head.alerts.flatMap((alert) => {
      const { announcement, phase, subject } = alert;
      return announcement === null || phase === 'resolved' || !isMeant(subject)
        ? []
        : [{ head, alert: { ...alert, announcement } }];
    }),
  );

/** Returns the action that an alert announces: a later step, or the stop of its resource. */
export const getAnnouncedAction = ({ step, subject }: Pick<Alert, 'step' | 'subject'>): ActionKind => {
  const { resource } = subjectParts(subject);
  return step ?? (resource === null ? null : getRestAction(resource.kind)) ?? 'stop';
};

/** Returns the earliest time of an announced action; `null` if the announcement was not delivered yet. */
export function computeEarliestTime({ announcement }: PendingAction['alert'], now: Instant): Instant | null {
  const { deliveredAt } = announcement;
  return deliveredAt === null ? null : latest(computeDueTime(announcement, deliveredAt), now);
}

export const selectIntents = (
  heads: readonly Head[],
  isMeant: (subject: Subject) => boolean,
): readonly Intent[] => heads.flatMap(({ intents }) => intents.filter(({ subject }) => isMeant(subject)));

/** Returns the protection or pause that objects to any action on a resource now; `null` if there is none. */
export function findActionObjection(
  { policy, ...context }: OverrideContext,
  { target }: Head,
  resource: Resource,
): string | null {
  const input = { ...context, policy: policy ?? { protect: [] }, target, resource };
  return findProtectionReason(input) ?? findPauseReason(input);
}

/** Returns how long an announced action waits for approval; `null` if it needs none or the policy is unknown. */
function findApprovalSpan({ policy }: OverrideContext, alert: PendingAction['alert']): Span | null {
  const rule = policy?.rules.find(({ name }) => name === alert.rule);
  const steps: readonly (Step | BudgetStep)[] = rule?.then ?? [];
  const action = getAnnouncedAction(alert);
  const waits = steps.flatMap((step) => (step.kind === action ? (step.approve ?? []) : []));
  return waits[0] ?? null;
}

export const answerSoFar = (context: OverrideContext, { alert }: PendingAction): ApprovalAnswer =>
  judgeApproval(alert, { approve: findApprovalSpan(context, alert) }, earlierOverrides(context), context.now);
