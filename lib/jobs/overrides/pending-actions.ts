import { type Answer, answerTo } from '../../decide/actions/answers.ts';
import { pauseOf, protectionOf } from '../../decide/actions/protection.ts';
import { type ActionKind, restOf } from '../../model/action-kind.ts';
import type { Alert } from '../../model/alert.ts';
import type { Resource } from '../../model/facts/resource.ts';
import type { Head } from '../../model/head.ts';
import type { Subject } from '../../model/ids.ts';
import type { Intent } from '../../model/intent.ts';
import type { BudgetStep, Step } from '../../model/rules/step.ts';
import { subjectParts } from '../../model/subject.ts';
import { type Instant, later, latest, type Span } from '../../model/time/time.ts';
import { type Context, earlierOverrides } from './place-override.ts';

/** An act that was announced and has neither begun nor been called off. */
export type Waiting = {
  readonly head: Head;
  readonly alert: Alert & { readonly announcement: NonNullable<Alert['announcement']> };
};

/** Announced acts, of resources that are meant. */
export const announcedIn = (
  heads: readonly Head[],
  isMeant: (subject: Subject) => boolean,
): readonly Waiting[] =>
  heads.flatMap((head) =>
    head.alerts.flatMap((alert) => {
      const { announcement, phase, subject } = alert;
      return announcement === null || phase === 'resolved' || !isMeant(subject)
        ? []
        : [{ head, alert: { ...alert, announcement } }];
    }),
  );

/** What an alert announces: a later step, or whatever brings its resource to rest. */
export const actionOf = ({ step, subject }: Pick<Alert, 'step' | 'subject'>): ActionKind => {
  const { resource } = subjectParts(subject);
  return step ?? (resource === null ? null : restOf(resource.kind)) ?? 'stop';
};

/** The earliest moment at which an announced act may begin; `null` before the announcement was delivered. */
export function earliestOf({ announcement }: Waiting['alert'], now: Instant): Instant | null {
  const { deliveredAt, after } = announcement;
  return deliveredAt === null ? null : latest(later(deliveredAt, after), now);
}

export const intentsIn = (
  heads: readonly Head[],
  isMeant: (subject: Subject) => boolean,
): readonly Intent[] => heads.flatMap(({ intents }) => intents.filter(({ subject }) => isMeant(subject)));

/** Why nothing would be done to a resource now; `null` when nothing that is known here keeps it from being done. */
export function holdOn({ policy, ...context }: Context, { target }: Head, resource: Resource): string | null {
  const input = { ...context, policy: policy ?? { protect: [] }, target, resource };
  return protectionOf(input) ?? pauseOf(input);
}

/** For how long an announced act waits for a person by the policy's steps; `null` for not at all, or where none is known. */
function approvalFor({ policy }: Context, alert: Waiting['alert']): Span | null {
  const rule = policy?.rules.find(({ name }) => name === alert.rule);
  const steps: readonly (Step | BudgetStep)[] = rule?.then ?? [];
  const action = actionOf(alert);
  const waits = steps.flatMap((step) => (step.kind === action ? (step.approve ?? []) : []));
  return waits[0] ?? null;
}

/** What people said of an announced act before. */
export const answerSoFar = (context: Context, { alert }: Waiting): Answer =>
  answerTo(alert, { approve: approvalFor(context, alert) }, earlierOverrides(context), context.now);
