import { assertNever } from '../model/assert-never.ts';
import type { Target } from '../model/ids.ts';
import { matchesTarget } from '../model/rules/match.ts';
import { milliseconds, type Span } from '../model/time/time.ts';
import { samplesBeside } from '../state/fleet-use.ts';
import { judgeAccountState } from './account-state/judge.ts';
import { judgeAnomaly } from './anomaly/judge.ts';
import { judgeBudget } from './budget/judge.ts';
import { judgeCommitment } from './commitment/judge.ts';
import type { Facts, SightFacts } from './facts.ts';
import { judgeFreshness } from './freshness/judge.ts';
import { judgeIdle } from './idle/judge.ts';
import { isLearned, windowReach } from './idle/terms.ts';
import { judgeLifetime } from './lifetime/judge.ts';
import { judgeRate } from './rate/judge.ts';
import { judgeReconcile } from './reconcile/judge.ts';
import { judgeRunway } from './runway/judge.ts';
import { judgeSchedule } from './schedule/judge.ts';
import type { Rule } from './terms.ts';
import type { Verdict } from './verdict.ts';
import { judgeWaste } from './waste/judge.ts';

/** Returns every rule's verdicts on a target and its resources. */
export const evaluate = (rules: readonly Rule[], facts: Facts): Verdict[] =>
  rules.flatMap((rule) => judge(rule, facts));

function judge(rule: Rule, facts: Facts): Verdict[] {
  switch (rule.kind) {
    case 'budget':
      return judgeBudget(rule, facts);
    case 'rate':
      return judgeRate(rule, facts);
    case 'runway':
      return judgeRunway(rule, facts);
    case 'account-state':
      return judgeAccountState(rule, facts);
    case 'idle':
      return judgeIdle(rule, facts);
    case 'waste':
      return judgeWaste(rule, facts);
    case 'commitment':
      return judgeCommitment(rule, facts);
    case 'anomaly':
      return judgeAnomaly(rule, facts);
    case 'schedule':
      return judgeSchedule(rule, facts);
    case 'lifetime':
      return judgeLifetime(rule, facts);
    case 'reconcile':
      return judgeReconcile(rule, facts);
    case 'freshness':
      return [];
    default:
      return assertNever(rule);
  }
}

/** Returns the verdicts on how recently a target was observed, which need no successful poll. */
export const evaluateSight = (rules: readonly Rule[], facts: SightFacts): Verdict[] =>
  rules.flatMap((rule) => (rule.kind === 'freshness' ? judgeFreshness(rule, facts) : []));

/** Returns how much history of usage samples the rules need, beside those that continue the use of VMs. */
export const windowsOf = (rules: readonly Rule[]): Span =>
  milliseconds(Math.max(0, ...rules.map((rule) => (rule.kind === 'idle' ? windowReach(rule) : 0))));

/** Returns how much history of usage samples the rules need at most. */
export const reachOf = (rules: readonly Rule[]): Span =>
  milliseconds(Math.max(windowsOf(rules), readsUse(rules) ? samplesBeside : 0));

/** Reports whether any rule learns from the use of VMs over weeks. */
export const readsUse = (rules: readonly Rule[]): boolean =>
  rules.some((rule) => rule.kind === 'idle' && isLearned(rule));

const forecastDays = 14;

/** Returns how many closed days the rules on a target, or on a group of it, need; most need none. */
export const daysOf = (rules: readonly Rule[], target: Target): number =>
  Math.max(0, ...rules.filter(({ match }) => matchesTarget(match, target)).map(daysForOne));

/** Reports whether any rule on a target needs the closed hours of the past weeks. */
export const readsHours = (rules: readonly Rule[], target: Target): boolean =>
  rules.some(({ kind, match }) => kind === 'anomaly' && matchesTarget(match, target));

function daysForOne(rule: Rule): number {
  if (rule.kind !== 'budget') return 0;
  const own = { day: 0, week: 6, month: rule.period.kind === 'month' && rule.period.startsOn === 1 ? 0 : 31 };
  const back = rule.period.kind === 'rolling' ? rule.period.days - 1 : own[rule.period.kind];
  return Math.max(back, rule.forecast === null ? 0 : forecastDays);
}
