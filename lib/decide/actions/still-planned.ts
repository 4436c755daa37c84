import type { Head } from '../../model/head.ts';
import type { Intent } from '../../model/intent.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { type ActingRule, isOnResources, mayAct } from '../../model/rules/rule.ts';
import type { BudgetStep, BudgetStopStep, Step } from '../../model/rules/step.ts';
import { type Instant, isoInstant, later, latest, type Span } from '../../model/time/time.ts';
import { stepInEpisode } from './overspend.ts';

/** Whether the policy in force now asks for what another may have decided. */
export type StillPlanned =
  | { readonly kind: 'planned'; readonly rule: ActingRule; readonly approve: Span | null }
  | { readonly kind: 'objection'; readonly because: string };

const objection = (because: string): StillPlanned => ({ kind: 'objection', because });

/**
 * Finds the step that an intent was decided by in the policy of now. Where its grace has been made longer since,
 * and is not over, the act may not begin.
 */
export function stillPlanned(head: Head, intent: Intent, policy: Policy, now: Instant): StillPlanned {
  const rule = policy.rules.find(({ name }) => name === intent.rule);
  const step = rule && mayAct(rule) ? stepOf(rule, intent) : undefined;
  if (rule === undefined || !mayAct(rule) || step === undefined || !isEnforced(rule, step))
    return objection('the policy no longer asks for it');
  const { approve } = step;
  if (step.kind === 'start') return { kind: 'planned', rule, approve };
  if (step.kind === 'terminate' && step.needsImage && intent.image === null)
    return objection('the policy asks for an image of it first');
  const until = graceOf(head, intent, rule, step);
  if (until === null) return objection('nothing tells that it was announced');
  return now >= until
    ? { kind: 'planned', rule, approve }
    : objection(`the policy now gives it until ${isoInstant(until)}`);
}

const isEnforced = (rule: ActingRule, step: ActionStep): boolean =>
  rule.mode === 'enforce' && step.mode === 'enforce';

/** Whether an alert on money is of just this step: where the policy now lets more be spent, it is of another. */
const isStepOf = (alert: Intent['alert'], step: BudgetStopStep): boolean =>
  alert?.endsWith(`/${stepInEpisode(step)}`) === true;

type ActionStep = Exclude<Step | BudgetStep, { kind: 'notify' }>;

function stepOf(rule: ActingRule, { kind, of, alert }: Intent): ActionStep | undefined {
  const wanted = kind === 'power-on' ? 'start' : kind;
  const steps: readonly (Step | BudgetStep)[] = rule.then;
  return steps.find(
    (step): step is ActionStep =>
      step.kind === wanted && (!('of' in step) || (step.of === of && isStepOf(alert, step))),
  );
}

/** When an act may begin by the policy of now; `null` when nothing tells of its announcement. */
function graceOf(head: Head, intent: Intent, rule: ActingRule, step: Exclude<ActionStep, { kind: 'start' }>) {
  const announced = head.alerts.find(({ key }) => key === intent.alert)?.announcement?.deliveredAt ?? null;
  if (announced === null) return null;
  const notice: Span = 'notice' in step ? step.notice : step.after;
  const since = 'notice' in step ? restsSince(head, intent, rule) : null;
  const due = since === null ? announced : later(since, step.after);
  return latest(later(announced, notice), due);
}

function restsSince({ stops, alerts }: Head, { subject }: Intent, rule: ActingRule): Instant | null {
  if (isOnResources(rule) && rule.kind === 'waste')
    return (
      alerts
        .find((it) => it.rule === rule.name && it.subject === subject && it.rung === null)
        ?.fired.at(-1) ?? null
    );
  return stops.find((stop) => stop.subject === subject && stop.rule === rule.name)?.stoppedAt ?? null;
}
