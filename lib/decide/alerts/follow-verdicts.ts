import { computeTrend } from '../../meter/trend.ts';
import { assertNever } from '../../model/assert-never.ts';
import type { Observation } from '../../model/facts/observation.ts';
import type { Resource } from '../../model/facts/resource.ts';
import { type Subject, toTarget } from '../../model/ids.ts';
import type { Spend } from '../../model/money/spend.ts';
import { namesResources } from '../../model/rules/match.ts';
import type { BudgetStep, Step } from '../../model/rules/step.ts';
import type { Instant } from '../../model/time/time.ts';
import { partOfMeter } from '../../rules/budget/resource-spend.ts';
import { computeBurnRate, computeEstimatedRate } from '../../rules/facts.ts';
import { findClaim } from '../../rules/kept-until.ts';
import { withNamed } from '../../rules/named-resources.ts';
import { judgedKinds, mayAct, type Rule, sparesKept } from '../../rules/terms.ts';
import type { Breach, Verdict } from '../../rules/verdict.ts';
import type { Head } from '../../state/head.ts';
import { alertOnly } from '../../state/notification.ts';
import type { Override } from '../../state/override.ts';
import {
  type ActionInput,
  decideAction,
  decideStart,
  leftAlone,
  nextStep,
} from '../actions/decide-action.ts';
import { noteRest } from '../actions/past-stops.ts';
import { findPlannedAction } from '../actions/planned.ts';
import { keptByPeople } from '../actions/protection.ts';
import type { FleetContext } from '../fleet-context.ts';
import type { Progress } from '../progress.ts';
import { resourceFinder } from '../subjects.ts';
import type { FollowInput } from '../turn-input.ts';
import { buildDriver, selectDrivers } from './drivers.ts';
import { dropStale } from './drop-stale.ts';
import { alertKey, followClear, followUnknown } from './follow-alert.ts';
import { type BreachInput, followBreach } from './follow-breach.ts';
import type { CostFigures } from './notifications.ts';
import { describeNextStop } from './stop-ahead.ts';
import { findSilenceReason, findSuppressionReason } from './suppress.ts';

/** Turns a turn's verdicts into alerts, notifications and intents, each with its reason. */
export function followVerdicts(
  progress: Progress,
  verdicts: readonly Verdict[],
  context: FollowInput,
): Progress {
  const { policy, observation } = context;
  const costed = { ...context, costs: deferTargetCosts(context) };
  const resourceOf = resourceFinder(context.head.target, context.observation);
  const target = toTarget(context.head.target);
  const rules = new Map(policy.rules.map((rule) => [rule.name, rule]));
  const { overrides } = context.fleet;
  const kept =
    observation === null
      ? progress
      : dropStale(progress, { target, observation, policy, verdicts, overrides, resourceOf });
  return followOneByOne(kept, verdicts, (current, verdict) => {
    const rule = rules.get(verdict.rule);
    return rule === undefined
      ? current
      : followVerdict(current, verdict, rule, resourceOf(verdict.subject), costed);
  });
}

function followVerdict(
  progress: Progress,
  verdict: Verdict,
  rule: Rule,
  resource: Resource | undefined,
  context: CostedInput,
): Progress {
  switch (verdict.kind) {
    case 'clear': {
      const { now } = context;
      const { overrides } = context.fleet;
      const target = toTarget(context.head.target);
      const suppression = findSilenceReason({ about: verdict, target, resource, overrides, now });
      const cleared = followClear(progress, verdict, { rule, now, suppression });
      if (verdict.step !== undefined) return cleared;
      const noted = noteRest(cleared, rule, verdict, resource, now);
      return suppression === null ? decideStart(noted, rule, resource, context) : noted;
    }
    case 'unknown':
    case 'suspect':
      return followUnknown(progress, verdict, context.now);
    case 'breached':
      return followBreach(progress, verdict, breachInput(verdict, rule, resource, context));
    default:
      return assertNever(verdict);
  }
}

function breachInput(
  verdict: Breach,
  rule: Rule,
  resource: Resource | undefined,
  context: CostedInput,
): BreachInput {
  const { overrides, accountAlerts } = context.fleet;
  const { now } = context;
  const target = toTarget(context.head.target);
  const action = actionInput(verdict, rule, resource, context);
  const suppressionInput = { rule, target, resource, overrides, accountAlerts, now };
  return {
    rule,
    now,
    resource,
    policy: context.policy,
    sparedBecause: (progress) => sparedBecause(progress, rule, resource, context, action),
    suppressionOf: (escalated) => findSuppressionReason({ ...suppressionInput, verdict: escalated }),
    nextStep: (progress, known) =>
      action === null
        ? { kind: 'nothing', because: explainAlertOnly(rule, resource, verdict) }
        : nextStep(progress, action, known),
    intend: action && ((progress, escalated, alert) => decideAction(progress, escalated, alert, action)),
    // A resource's own price is among its figures, so the target's costs are left out.
    costs:
      resource === undefined
        ? deferRuleCosts(rule, context)
        : () => buildResourceCosts(verdict.subject, resource, { overrides, now }),
  };
}

/** Returns why people keep a resource, or its rule leaves it alone; `null` where its alerts are notified. */
function sparedBecause(
  progress: Progress,
  { kind }: Rule,
  resource: Resource | undefined,
  { head, policy, fleet: { overrides }, now }: FollowInput,
  action: ActionInput | null,
): string | null {
  if (resource === undefined || !sparesKept(kind)) return null;
  const kept = keptByPeople({ policy, overrides, target: head.target, resource, now });
  return kept ?? (action && leftAlone(progress, action));
}

function actionInput(
  verdict: Breach,
  rule: Rule,
  resource: Resource | undefined,
  { head, policy, fleet, observation, intervals }: FollowInput,
): ActionInput | null {
  if (!mayAct(rule) || resource === undefined || observation?.kind !== 'project') return null;
  const planned = findPlannedAction(verdict, rule, resource);
  if (planned === null) return null;
  const { overrides } = fleet;
  return { target: head.target, policy, overrides, rule, planned, resource, observation, intervals };
}

function explainAlertOnly(rule: Rule, resource: Resource | undefined, { figures }: Breach): string {
  const asks = rule.then.some(({ kind }: Step | BudgetStep) => kind !== 'notify');
  if (!asks) return alertOnly;
  if (resource !== undefined) return `its steps do not apply to the kind ${resource.kind}`;
  const isBudget = rule.kind === 'budget' && figures?.kind === 'budget';
  const nextStop = isBudget ? describeNextStop(rule.then, figures.spent) : null;
  return nextStop ?? 'its actions are shown with the VMs that they affect';
}

/** A turn's input with the target's costs, which are the same for all its alerts and computed at most once. */
type CostedInput = FollowInput & { readonly costs: () => CostFigures };

const buildResourceCosts = (
  subject: Subject,
  resource: Resource,
  { overrides, now }: { readonly overrides: readonly Override[]; readonly now: Instant },
): CostFigures => ({
  burnRate: null,
  drivers: [buildDriver(subject, resource, findClaim(subject, resource, overrides, now))],
});

function deferTargetCosts({ observation, head, fleet }: FollowInput): () => CostFigures {
  let known: CostFigures | null = null;
  return () => {
    known ??= observation === null ? { burnRate: null, drivers: [] } : computeCosts(observation, head, fleet);
    return known;
  };
}

/**
 * Returns a function that computes the costs that a rule judges: those of the target, or of the resources that the
 * rule names.
 */
function deferRuleCosts(rule: Rule, { costs, observation, head, fleet }: CostedInput): () => CostFigures {
  const { match } = rule;
  if (observation === null || judgedKinds(rule) !== null || !namesResources(match)) return costs;
  if (observation.kind === 'group') return () => ({ ...getRates(observation.spend.named), drivers: [] });
  const named = withNamed(match, toTarget(head.target), observation);
  const closedHours = head.closedHours.map((hour) => partOfMeter(match, hour, observation.at));
  return () => computeCosts(named, { ...head, closedHours }, fleet);
}

const getRates = (named: Spend['named']) => ({
  burnRate: named?.burnRate ?? null,
  ...(named?.estimatedRate && { estimatedRate: named.estimatedRate }),
});

function computeCosts(
  observation: Observation,
  { target, closedHours }: Head,
  { drivers }: FleetContext,
): CostFigures {
  const burnRate = computeBurnRate(observation);
  const estimated = computeEstimatedRate(observation);
  return {
    burnRate,
    ...(!estimated.isZero() && { estimatedRate: estimated }),
    drivers: observation.kind === 'project' ? selectDrivers(observation, target) : drivers(),
    trend: computeTrend(closedHours, { at: observation.at, burnRate }),
  };
}

/**
 * Follows verdicts one by one, each with only its own alert in view. When thousands of VMs of a project stop in one
 * evening, searching all alerts for each verdict would take minutes.
 */
function followOneByOne(
  progress: Progress,
  verdicts: readonly Verdict[],
  follow: (progress: Progress, verdict: Verdict) => Progress,
): Progress {
  const alerts = new Map(progress.alerts.map((alert) => [alert.key, alert]));
  const notifications = [...progress.notifications];
  const journal = [...progress.journal];
  const decisions = [...progress.decisions];
  let next = progress;
  for (const verdict of verdicts) {
    const key = alertKey(verdict);
    const known = alerts.get(key);
    const ownAlerts = known === undefined ? [] : [known];
    next = follow({ ...next, alerts: ownAlerts, notifications: [], journal: [], decisions: [] }, verdict);
    const [alert] = next.alerts;
    if (alert !== known) {
      alerts.delete(key);
      if (alert !== undefined) alerts.set(key, alert);
    }
    for (const notification of next.notifications) notifications.push(notification);
    for (const entry of next.journal) journal.push(entry);
    for (const decision of next.decisions) decisions.push(decision);
  }
  return { ...next, alerts: [...alerts.values()], notifications, journal, decisions };
}
