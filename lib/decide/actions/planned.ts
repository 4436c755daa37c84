import { restOf } from '../../model/action-kind.ts';
import type { Resource } from '../../model/facts/resource.ts';
import type { NextStep } from '../../model/notification.ts';
import { type ActingRule, isOnResources } from '../../model/rules/rule.ts';
import type { Step } from '../../model/rules/step.ts';
import type { Breach, Planned } from '../../model/rules/verdict.ts';

/** The act that a breach asks for: what a later step plans, or the rule's first one; `null` when it only tells. */
export function plannedBy(verdict: Breach, rule: ActingRule, resource: Resource): Planned | null {
  const planned = verdict.rung === undefined ? firstOf(rule, resource) : (verdict.planned ?? null);
  // Whatever a step says, under a rule that observes it is not carried out.
  return planned === null || rule.mode === 'enforce' ? planned : { ...planned, mode: 'observe' };
}

const firstOf = (rule: ActingRule, resource: Resource): Planned | null =>
  isOnResources(rule) && rule.kind !== 'waste' ? firstStep(rule.then, resource) : null;

/** What brings a resource to rest, by a rule's steps. */
export function firstStep(steps: readonly Step[], { kind }: Pick<Resource, 'kind'>): Planned | null {
  const act = restOf(kind);
  const step = steps.find((known) => known.kind === act);
  if (step?.kind !== 'stop' && step?.kind !== 'power-off') return null;
  const { after, approve, mode } = step;
  return { act: step.kind, mode, after, approve, notBefore: null, image: null, of: null };
}

/** What a rule's steps do to a resource later than `act`, in the order in which they come. */
export function stepsAfter({ act }: Planned, rule: ActingRule): Extract<NextStep, { kind: 'act' }>['then'] {
  if (!isOnResources(rule) || act === 'power-off' || act === 'terminate') return [];
  const late = rule.then.flatMap((step) =>
    step.kind === 'image' || step.kind === 'terminate' ? [{ act: step.kind, after: step.after }] : [],
  );
  return late
    .filter((step) => act === 'stop' || step.act === 'terminate')
    .toSorted((left, right) => left.after - right.after);
}
