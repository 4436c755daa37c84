import * as z from 'zod';
import type { ResourceKind } from '../model/facts/resource.ts';
import type { KindTerms, Needs } from '../model/rules/rule-terms.ts';
import type { BudgetStep, Mode, Step } from '../model/rules/step.ts';
import { higherSeverity, type Severity } from '../model/severity.ts';
import type { Instant } from '../model/time/time.ts';
import { AccountStateFigures, AccountStateRule, accountStateTerms } from './account-state/terms.ts';
import { AnomalyFigures, AnomalyRule, anomalyTerms } from './anomaly/terms.ts';
import { BudgetFigures, BudgetRule, budgetTerms, OverspendFigures } from './budget/terms.ts';
import { CommitmentFigures, CommitmentRule, commitmentTerms } from './commitment/terms.ts';
import { FreshnessFigures, FreshnessRule, freshnessTerms } from './freshness/terms.ts';
import { IdleFigures, IdleRule, idleTerms } from './idle/terms.ts';
import { LifetimeFigures, LifetimeRule, lifetimeTerms } from './lifetime/terms.ts';
import { RateFigures, RateRule, rateTerms } from './rate/terms.ts';
import { ReconcileFigures, ReconcileRule, reconcileTerms } from './reconcile/terms.ts';
import { RestFigures } from './rest/terms.ts';
import { RunwayFigures, RunwayRule, runwayTerms } from './runway/terms.ts';
import { ScheduleFigures, ScheduleRule, scheduleTerms } from './schedule/terms.ts';
import { WasteFigures, WasteRule, wasteTerms } from './waste/terms.ts';

/** One rule of the policy, with every default filled in. */
export const Rule = z.discriminatedUnion('kind', [
  BudgetRule,
  RateRule,
  RunwayRule,
  AccountStateRule,
  IdleRule,
  WasteRule,
  CommitmentRule,
  AnomalyRule,
  ScheduleRule,
  LifetimeRule,
  FreshnessRule,
  ReconcileRule,
]);
export type Rule = z.infer<typeof Rule>;

/** The figures of any verdict, which are stored with its notifications. */
export const Figures = z.discriminatedUnion('kind', [
  BudgetFigures,
  RateFigures,
  RunwayFigures,
  AccountStateFigures,
  IdleFigures,
  WasteFigures,
  CommitmentFigures,
  AnomalyFigures,
  ScheduleFigures,
  LifetimeFigures,
  FreshnessFigures,
  ReconcileFigures,
  RestFigures,
  OverspendFigures,
]);
export type Figures = z.infer<typeof Figures>;

export const RuleKind = z.enum([
  'budget',
  'rate',
  'runway',
  'account-state',
  'idle',
  'waste',
  'commitment',
  'anomaly',
  'schedule',
  'lifetime',
  'freshness',
  'reconcile',
]);
export type RuleKind = z.infer<typeof RuleKind>;

/** The figures that a verdict of a rule of this kind carries. */
export type FiguresByKind<Kind extends Figures['kind']> = Extract<Figures, { kind: Kind }>;
export type EachFigures<Kind extends Figures['kind']> = {
  [K in Kind]: FiguresByKind<K> & { readonly kind: K };
}[Kind];

export type RuleByKind<Kind extends RuleKind> = Extract<Rule, { kind: Kind }>;
/** A rule whose `kind` selects the matching entry of a table by kind. */
export type EachRule<Kind extends RuleKind = RuleKind> = {
  [K in Kind]: RuleByKind<K> & { readonly kind: K };
}[Kind];

const terms = {
  rate: rateTerms,
  runway: runwayTerms,
  'account-state': accountStateTerms,
  idle: idleTerms,
  waste: wasteTerms,
  commitment: commitmentTerms,
  anomaly: anomalyTerms,
  schedule: scheduleTerms,
  lifetime: lifetimeTerms,
  freshness: freshnessTerms,
  reconcile: reconcileTerms,
  budget: budgetTerms,
} as const;
const termsByKind: { readonly [Kind in RuleKind]: KindTerms<RuleByKind<Kind>, FiguresByKind<Kind>> } = terms;

/** A rule that can lead to actions: on its resource or, for a budget, on the resources in its target. */
export type ActingRule = Extract<Rule, { readonly mode: Mode }>;
/** A rule whose breach can lead to an action on its resource. */
export type ResourceRule = {
  [Kind in ActingRule['kind']]: (typeof terms)[Kind]['resources'] extends null ? never : RuleByKind<Kind>;
}[ActingRule['kind']];

export const mayAct = (rule: Rule): rule is ActingRule => 'mode' in rule;
export const isOnResources = (rule: Rule): rule is ResourceRule =>
  mayAct(rule) && termsByKind[rule.kind].resources !== null;

/** Returns the kinds of resources that a rule judges; `null` for a rule on targets. */
export const judgedKinds = ({ kind }: Pick<Rule, 'kind'>): readonly ResourceKind[] | null =>
  termsByKind[kind].resources;

/** Returns the kinds of rules that support a step. */
export const listSupportingKinds = (step: Step['kind']): readonly string[] =>
  Object.entries(termsByKind).flatMap(([kind, { steps }]) => (steps.includes(step) ? [kind] : []));

/** True if a rule can stop its resource. Its other steps then follow that stop. */
export const stopsResources = (rule: Rule): rule is ResourceRule =>
  isOnResources(rule) && termsByKind[rule.kind].steps.includes('stop');

/** True if alerts of a kind matter less than the end of an account's credit. */
export const yieldsToRunway = (kind: RuleKind): boolean => termsByKind[kind].yieldsToRunway === true;

/** True if rules of a kind notify once unless they set `repeat` themselves. */
export const notifiesOnce = (kind: RuleKind): boolean => termsByKind[kind].notifiesOnce === true;

/** True if a keep suppresses notifications of this kind. */
export const sparesKept = (kind: RuleKind): boolean => termsByKind[kind].sparesKept === true;

/** True if alerts of a kind may begin below the severity warning. */
export const startsAsInfo = (kind: RuleKind): boolean => termsByKind[kind].startsAsInfo === true;

/** Returns the highest severity that alerts of a rule may have. */
export function highestSeverity(rule: Rule): Severity {
  const steps: readonly (Step | BudgetStep)[] = 'then' in rule ? rule.then : [];
  return steps.reduce<Severity>(
    (worst, step) => (step.kind === 'notify' ? higherSeverity(worst, step.severity) : worst),
    termsByKind[rule.kind].warnsAtMost === true ? 'warning' : 'critical',
  );
}

/** True if alerts of a kind concern monitoring itself, so that they have no cost while they last. */
export const isOnMonitoring = (kind: RuleKind): boolean => termsByKind[kind].isOnMonitoring === true;

/** Returns when the subject of these figures will be deleted; `null` if it will not be. */
export const getLossTime = <Kind extends RuleKind>(figures: EachFigures<Kind>): Instant | null =>
  termsByKind[figures.kind].lostAt?.(figures) ?? null;

/** Returns the data that a rule needs besides what every poll reads. */
export const needsOfRule = (rule: Rule): Needs => needsOfEach(rule);
const needsOfEach = <Kind extends RuleKind>(rule: EachRule<Kind>): Needs =>
  termsByKind[rule.kind].needs?.(rule) ?? {};

/** True if a rule asks for any action, carried out or only reported. */
export const asksForActions = (rule: Rule): rule is ActingRule =>
  mayAct(rule) && rule.then.some((step: Step | BudgetStep) => step.kind !== 'notify');

/** True if any action of a rule is carried out. */
export const mayEnforce = (rule: Rule): boolean => asksForActions(rule) && rule.mode === 'enforce';
