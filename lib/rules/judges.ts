import { accountStateJudge, accountStateTiming } from './account-state/judge.ts';
import { anomalyJudge, anomalyTiming } from './anomaly/judge.ts';
import { budgetJudge } from './budget/judge.ts';
import { budgetRestraint, budgetTiming } from './budget/timing.ts';
import { commitmentJudge, commitmentTiming } from './commitment/judge.ts';
import type { Facts, SightFacts } from './facts.ts';
import { freshnessJudge, freshnessTiming } from './freshness/judge.ts';
import { idleJudge, idleRestraint, idleTiming } from './idle/judge.ts';
import type { Judge, Restraint, StopInput, Timing, TimingSelector } from './judge.ts';
import { lifetimeJudge, lifetimeRestraint, lifetimeTiming } from './lifetime/judge.ts';
import { rateJudge, rateTiming } from './rate/judge.ts';
import { reconcileJudge, reconcileTiming } from './reconcile/judge.ts';
import { runwayJudge, runwayTiming } from './runway/judge.ts';
import { scheduleJudge, scheduleRestraint, scheduleTiming } from './schedule/judge.ts';
import type { ActingRule, EachRule, Rule, RuleByKind, RuleKind } from './terms.ts';
import type { Verdict } from './verdict.ts';
import { wasteJudge, wasteRestraint, wasteTiming } from './waste/judge.ts';

const judges: { readonly [Kind in RuleKind]: Judge<RuleByKind<Kind>> } = {
  'account-state': accountStateJudge,
  anomaly: anomalyJudge,
  budget: budgetJudge,
  commitment: commitmentJudge,
  freshness: freshnessJudge,
  idle: idleJudge,
  lifetime: lifetimeJudge,
  rate: rateJudge,
  reconcile: reconcileJudge,
  runway: runwayJudge,
  schedule: scheduleJudge,
  waste: wasteJudge,
};

/** The timings, separate from the judges because `act` needs no verdicts. */
const timings: { readonly [Kind in RuleKind]: TimingSelector<RuleByKind<Kind>> } = {
  'account-state': accountStateTiming,
  anomaly: anomalyTiming,
  budget: budgetTiming,
  commitment: commitmentTiming,
  freshness: freshnessTiming,
  idle: idleTiming,
  lifetime: lifetimeTiming,
  rate: rateTiming,
  reconcile: reconcileTiming,
  runway: runwayTiming,
  schedule: scheduleTiming,
  waste: wasteTiming,
};

const restraints: { readonly [Kind in ActingRule['kind']]: Restraint<RuleByKind<Kind>> } = {
  budget: budgetRestraint,
  idle: idleRestraint,
  waste: wasteRestraint,
  schedule: scheduleRestraint,
  lifetime: lifetimeRestraint,
};

/** Returns every rule's verdicts on a target and its resources. */
export const evaluate = (rules: readonly Rule[], facts: Facts): Verdict[] =>
  rules.flatMap((rule) => judge(rule, facts));
const judge = <Kind extends RuleKind>(rule: EachRule<Kind>, facts: Facts): Verdict[] =>
  judges[rule.kind].judge(rule, facts);

/** Returns the verdicts on how recently a target was observed, which need no successful poll. */
export const evaluateSight = (rules: readonly Rule[], facts: SightFacts): Verdict[] =>
  rules.flatMap((rule) => judgeSight(rule, facts));
const judgeSight = <Kind extends RuleKind>(rule: EachRule<Kind>, facts: SightFacts): Verdict[] =>
  judges[rule.kind].judgeSight?.(rule, facts) ?? [];

export const getRuleTiming = <Kind extends RuleKind>(rule: EachRule<Kind>): Timing =>
  timings[rule.kind](rule);

/** Returns why a decided stop of a rule must not be carried out; `null` if it still holds. */
export const whyNotStop = <Kind extends ActingRule['kind']>(
  rule: EachRule<Kind>,
  input: StopInput,
): string | null => restraints[rule.kind].whyNotStop(rule, input);

/** Returns why a rule leaves a resource alone that someone started after a stop; `null` if it does not. */
export const whyLeftAlone = <Kind extends ActingRule['kind']>(
  rule: EachRule<Kind>,
  ...at: RestOf<Restraint<EachRule<Kind>>['whyLeftAlone']>
): string | null => restraints[rule.kind].whyLeftAlone(rule, ...at);
type RestOf<F> = F extends (rule: never, ...rest: infer Rest) => unknown ? Rest : never;
