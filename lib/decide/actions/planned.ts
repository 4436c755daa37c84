import { getRestAction } from '../../model/action-kind.ts';
import type { Resource } from '../../model/facts/resource.ts';
import type { BudgetStep, BudgetStopStep, Step } from '../../model/rules/step.ts';
import { type Instant, later, milliseconds } from '../../model/time/time.ts';
import { type ActingRule, isOnResources, mayAct, stopsResources } from '../../rules/terms.ts';
import type { ActionPlan, Breach } from '../../rules/verdict.ts';
import type { Alert } from '../../state/alert.ts';
import type { Head } from '../../state/head.ts';
import type { Intent, PastStop } from '../../state/intent.ts';
import type { NextStep } from '../../state/notification.ts';
import type { Policy } from '../../state/policy.ts';

/**
 * Returns the action that a breach asks for: the planned one of a later step, or the rule's first; `null` when it
 * only alerts.
 */
export function findPlannedAction(verdict: Breach, rule: ActingRule, resource: Resource): ActionPlan | null {
  const planned = verdict.step === undefined ? findFirstAction(rule, resource) : (verdict.planned ?? null);
  // Under a rule in observe mode no step is carried out, whatever its own mode.
  return planned === null || rule.mode === 'enforce' ? planned : { ...planned, mode: 'observe' };
}

const findFirstAction = (rule: ActingRule, resource: Resource): ActionPlan | null =>
  stopsResources(rule) ? firstStep(rule.then, resource) : null;

/** Returns the plan of the step that stops a resource; `null` when there is none. */
export function firstStep(steps: readonly Step[], { kind }: Pick<Resource, 'kind'>): ActionPlan | null {
  const action = getRestAction(kind);
  const step = steps.find((candidate) => candidate.kind === action);
  if (step?.kind !== 'stop' && step?.kind !== 'power-off') return null;
  const { after, approve, mode, mayErase } = step;
  return { action: step.kind, mode, after, approve, notBefore: null, image: null, of: null, mayErase };
}

/** Returns the rule's steps that come later than `action`, in order. */
export function listLaterSteps(
  { action }: ActionPlan,
  rule: ActingRule,
): Extract<NextStep, { kind: 'action' }>['then'] {
  if (!isOnResources(rule) || action === 'power-off' || action === 'terminate') return [];
  const laterSteps = rule.then.flatMap((step) =>
    step.kind === 'image' || step.kind === 'terminate' ? [{ action: step.kind, after: step.after }] : [],
  );
  return laterSteps
    .filter((step) => action === 'stop' || step.action === 'terminate')
    .toSorted((left, right) => left.after - right.after);
}

/** An action that the policy in force requires, and its rule. */
export type RuleActionPlan = ActionPlan & { readonly rule: ActingRule };

/**
 * Returns the action that the policy in force now requires in place of the step that an intent was decided for; `null`
 * when it requires none.
 */
export function plannedNow(head: Head, intent: Intent, { rules }: Policy): RuleActionPlan | null {
  const { kind: action, image, of, by } = intent;
  const rule = rules.filter(mayAct).find(({ name }) => name === intent.rule);
  const step = by === null && rule?.mode === 'enforce' ? findIntentStep(rule, intent) : undefined;
  if (rule === undefined || step?.mode !== 'enforce') return null;
  const { mode, approve } = step;
  const planned = { action, mode, approve, image, of, rule };
  if (step.kind === 'start') return { ...planned, after: milliseconds(0), notBefore: null };
  if (!('notice' in step)) return { ...planned, after: step.after, notBefore: null, mayErase: step.mayErase };
  const since = findRestStart(head, intent, rule);
  return { ...planned, after: step.notice, notBefore: since === null ? null : later(since, step.after) };
}

type ActionStep = Exclude<Step | BudgetStep, { kind: 'notify' }>;

function findIntentStep(rule: ActingRule, { kind, of, threshold }: Intent): ActionStep | undefined {
  const stepKind = kind === 'power-on' ? 'start' : kind;
  const steps: readonly (Step | BudgetStep)[] = rule.then;
  // If the policy now allows more to be spent, an alert on money belongs to another step.
  const matchesIntent = (step: BudgetStopStep) => step.of === of && threshold?.eq(step.at) === true;
  return steps.find(
    (step): step is ActionStep => step.kind === stepKind && (!('of' in step) || matchesIntent(step)),
  );
}

function findRestStart({ stops, alerts }: Head, { subject }: Intent, rule: ActingRule): Instant | null {
  const isOfIntent = (record: Alert | PastStop) => record.rule === rule.name && record.subject === subject;
  if (isOnResources(rule) && !stopsResources(rule))
    return alerts.find((alert) => isOfIntent(alert) && alert.step === null)?.fired.at(-1) ?? null;
  return stops.find(isOfIntent)?.stoppedAt ?? null;
}
