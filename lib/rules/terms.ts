import * as z from 'zod';
import type { BudgetStep, Step } from '../model/rules/step.ts';
import { AccountStateFigures, AccountStateRule } from './account-state/terms.ts';
import { AnomalyFigures, AnomalyRule } from './anomaly/terms.ts';
import { BudgetFigures, BudgetRule, OverspendFigures } from './budget/terms.ts';
import { CommitmentFigures, CommitmentRule } from './commitment/terms.ts';
import { FreshnessFigures, FreshnessRule } from './freshness/terms.ts';
import { IdleFigures, IdleRule } from './idle/terms.ts';
import { LifetimeFigures, LifetimeRule } from './lifetime/terms.ts';
import { RateFigures, RateRule } from './rate/terms.ts';
import { ReconcileFigures, ReconcileRule } from './reconcile/terms.ts';
import { RestFigures } from './rest/terms.ts';
import { RunwayFigures, RunwayRule } from './runway/terms.ts';
import { ScheduleFigures, ScheduleRule } from './schedule/terms.ts';
import { WasteFigures, WasteRule } from './waste/terms.ts';

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

/** A rule whose breach can lead to an action on its resource. */
export type ResourceRule = IdleRule | ScheduleRule | LifetimeRule | WasteRule;
/** A rule that can lead to actions: on its resource or, for a budget, on the resources in its target. */
export type ActingRule = ResourceRule | BudgetRule;

export const isOnResources = (rule: Rule): rule is ResourceRule =>
  rule.kind === 'idle' || rule.kind === 'schedule' || rule.kind === 'lifetime' || rule.kind === 'waste';

export const mayAct = (rule: Rule): rule is ActingRule => rule.kind === 'budget' || isOnResources(rule);

/** Reports whether any action of a rule is carried out. */
export const mayEnforce = (rule: Rule): boolean => asksForActions(rule) && rule.mode === 'enforce';

/** Reports whether a rule asks for any action, carried out or only reported. */
export const asksForActions = (rule: Rule): rule is ActingRule =>
  mayAct(rule) && rule.then.some((step: Step | BudgetStep) => step.kind !== 'notify');

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
