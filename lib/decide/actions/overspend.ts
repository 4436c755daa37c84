import { buildSpend } from '../../meter/meter-spend.ts';
import { partOf } from '../../model/facts/observation.ts';
import { costNow, getEpisode, type Resource, toResourceSubject } from '../../model/facts/resource.ts';
import { type Subject, type TargetId, toTarget } from '../../model/ids.ts';
import { atLeast, reachedInWords } from '../../model/money/money.ts';
import { matchesResource, namesResources } from '../../model/rules/match.ts';
import type { BudgetStopStep } from '../../model/rules/step.ts';
import { budgetInterval, localDate } from '../../model/time/period.ts';
import type { Instant } from '../../model/time/time.ts';
import { isBudgetForTarget } from '../../rules/budget/judge.ts';
import { resourceSpend } from '../../rules/budget/resource-spend.ts';
import { countedForStops } from '../../rules/budget/spent.ts';
import type { BudgetRule, OverspendFigures } from '../../rules/budget/terms.ts';
import type { Breach, Verdict } from '../../rules/verdict.ts';
import { type Head, indexPayers } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import { alertKey } from '../alerts/follow-alert.ts';
import { askedNoMore, type StepFacts } from './later-steps.ts';

/** A budget whose spend is high enough that VMs are to be stopped. */
export type Overspend = {
  readonly rule: BudgetRule;
  readonly step: BudgetStopStep;
  readonly of: TargetId;
  readonly figures: Omit<OverspendFigures, 'kind' | 'price' | 'isEstimate' | 'state' | 'of'>;
  /** The period's name, as in the budget's alerts. */
  readonly period: string;
  readonly because: string;
};

/**
 * Returns each target's overspent budgets, from the figures in the heads. Only reported spend counts, unless a rule
 * acts on estimates.
 */
export function indexOverspends(
  heads: readonly Head[],
  { rules, timezone }: Pick<Policy, 'rules' | 'timezone'>,
  now: Instant,
): ReadonlyMap<TargetId, readonly Overspend[]> {
  const budgets = rules.flatMap((rule) => (rule.kind === 'budget' && rule.then.some(isStop) ? [rule] : []));
  if (budgets.length === 0) return new Map();
  return new Map(
    heads.map((head) => [head.target, budgets.flatMap((rule) => findOverspends(rule, head, timezone, now))]),
  );
}

const isStop = (step: BudgetRule['then'][number]): step is BudgetStopStep => step.kind === 'stop';

function findOverspends(rule: BudgetRule, head: Head, zone: string, now: Instant): Overspend[] {
  const { observation, meters } = head;
  if (observation === null || meters === null || !isBudgetForTarget(rule, toTarget(head.target))) return [];
  if (observation.kind === 'group' && observation.mayCountTwice !== undefined) return [];
  // Some members' figures may be old or missing; the reported spend of the others still counts.
  const interval = budgetInterval(rule.period, now, zone);
  const totalSpend = buildSpend(observation, { ...head, meters });
  const isOfResources = namesResources(rule.match);
  const spend = isOfResources ? resourceSpend(rule, totalSpend, observation) : totalSpend;
  const spent = countedForStops(rule, spend, { period: rule.period, interval }, now);
  if (spent === null) return [];
  const { amount } = spent;
  const period = `${rule.period.kind} ${localDate(interval.from, zone)}`;
  return rule.then.filter(isStop).flatMap((step) => {
    if (!atLeast(amount, step.at)) return [];
    const because = `${head.target}: ${reachedInWords(amount, rule.limit)} ${spent.source}`;
    const figures = {
      spent: amount,
      ...(!spent.estimated.isZero() && { estimated: spent.estimated }),
      ...((isOfResources || rule.actOnEstimates) && {
        counted: isOfResources ? ('metered' as const) : ('to-date' as const),
      }),
      at: step.at,
      limit: rule.limit,
      period: interval,
    };
    return [{ rule, step, of: head.target, figures, period, because }];
  });
}

/**
 * Returns a function that finds the overspent budgets that count a project's spend: its own, its account's and its
 * groups'.
 */
export function overspendFinder(
  heads: readonly Head[],
  overspent: ReadonlyMap<TargetId, readonly Overspend[]>,
): (target: TargetId) => readonly Overspend[] {
  if (overspent.size === 0) return () => [];
  const accountOf = indexPayers(heads);
  const groupsOf = new Map<TargetId, TargetId[]>();
  for (const { target, observation } of heads) {
    for (const member of observation?.kind === 'group' ? observation.members : []) {
      const groups = groupsOf.get(member);
      if (groups === undefined) groupsOf.set(member, [target]);
      else groups.push(target);
    }
  }
  return (target) => {
    if (toTarget(target).kind !== 'project') return [];
    const counted = [target, accountOf.get(target) ?? [], groupsOf.get(target) ?? []].flat();
    return counted.flatMap((id) => overspent.get(id) ?? []);
  };
}

/** The input for judging the VMs of overspent budgets. */
export type OverspendFacts = StepFacts & {
  readonly overspends: readonly Overspend[];
  /** Protected resources get no verdict: thirty critical alerts without an action would hide the rest. */
  readonly isProtected: (resource: Resource) => boolean;
};

/**
 * Returns a verdict for each VM that overspent budgets require to be stopped, and clears alerts whose budget no longer
 * does.
 */
export function judgeOverspend(facts: OverspendFacts): Verdict[] {
  const { target, observation, alerts, overspends, isProtected, resourceOf } = facts;
  if (target.kind !== 'project' || !observation.seen.includes(partOf.vm)) return [];
  const verdicts = new Map<string, Verdict>();
  for (const resource of overspends.length === 0 ? [] : observation.resources) {
    if (resource.kind !== 'vm' || resource.activity !== 'running' || isProtected(resource)) continue;
    const subject = toResourceSubject(target.id, resource);
    for (const overspend of overspends) {
      const { step, rule } = overspend;
      if (namesResources(rule.match) && !matchesResource(rule.match, target, resource, observation.at))
        continue;
      const idleness = step.of === 'idle' ? judgeIdleness(resource, subject, facts) : 'idle';
      if (idleness === 'in-use') continue;
      const breach = buildOverspendBreach(overspend, resource, subject);
      const verdict = idleness === 'idle' ? breach : toUnknownVerdict(breach);
      const name = `${rule.name}#${subject}`;
      // The wider step takes precedence over the narrower one.
      if (step.of === 'everything' || !verdicts.has(name)) verdicts.set(name, verdict);
    }
  }
  const judged = new Set([...verdicts.values()].map((verdict) => alertKey(verdict)));
  const noLongerDue = alerts.flatMap((alert) =>
    alert.kind === 'budget' && alert.step !== null && alert.phase !== 'resolved' && !judged.has(alert.key)
      ? askedNoMore(alert, resourceOf(alert.subject), explainNotDue)
      : [],
  );
  return [...verdicts.values(), ...noLongerDue];
}

/**
 * Returns the part of an episode that identifies the step: a step at another amount, or for other VMs, has announced
 * nothing yet.
 */
const stepInEpisode = ({ of, at }: BudgetStopStep): string => `${of}/${at.toFixed()}`;

/**
 * Returns whether an idle rule found a VM idle and this observation does not contradict it; `unknown` when the
 * observation cannot tell.
 */
function judgeIdleness(
  vm: Resource,
  subject: Subject,
  { alerts, found }: Pick<OverspendFacts, 'alerts' | 'found'>,
): 'idle' | 'in-use' | 'unknown' {
  const kinds = alerts.flatMap(({ kind, phase, rule, key }) => {
    const isIdleAlert = key === alertKey({ subject, rule, episode: getEpisode(vm) });
    // Between polls that bring samples, the earlier verdict stands.
    return kind === 'idle' && phase === 'firing' && isIdleAlert ? [found.get(key) ?? 'breached'] : [];
  });
  if (kinds.includes('breached')) return 'idle';
  return kinds.includes('unknown') ? 'unknown' : 'in-use';
}

const toUnknownVerdict = ({ rule, subject, episode }: Breach): Verdict => ({
  kind: 'unknown',
  step: 'stop',
  rule,
  subject,
  episode,
  because: 'it is now unknown whether it is idle',
  figures: null,
  // The verdict of its idle rule shows the missing fact.
  lacks: null,
});

function buildOverspendBreach(
  { rule, step, figures, period, because }: Overspend,
  vm: Resource,
  subject: Subject,
): Breach {
  const { state } = vm;
  const { of, after, approve, mode, mayErase } = step;
  return {
    kind: 'breached',
    step: 'stop',
    rule: rule.name,
    subject,
    episode: `${getEpisode(vm)}/${period}/${stepInEpisode(step)}`,
    severity: 'critical',
    level: null,
    because,
    figures: { kind: 'overspend', ...costNow(vm), state, of, ...figures },
    planned: {
      action: 'stop',
      mode,
      after,
      approve,
      notBefore: null,
      image: null,
      of,
      mayErase,
      threshold: step.at,
    },
  };
}

const explainNotDue = ({ activity, state }: Resource): string =>
  activity === 'running' ? 'its budget no longer requires its stop' : `is ${state}`;
