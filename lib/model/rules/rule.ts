import * as z from 'zod';
import { AccountStateRule, FreshnessRule, RunwayRule } from './account-rules.ts';
import { BudgetRule } from './budget-rule.ts';
import { IdleRule } from './idle-rule.ts';
import { AnomalyRule, RateRule, ReconcileRule } from './rate-rule.ts';
import { CommitmentRule, LifetimeRule, ScheduleRule, WasteRule } from './resource-rules.ts';
import type { BudgetStep, Step } from './step.ts';

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
