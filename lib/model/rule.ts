import * as z from 'zod';
import { AccountStateRule, FreshnessRule, RunwayRule } from './rules/account-rules.ts';
import { BudgetRule } from './rules/budget-rule.ts';
import { IdleRule } from './rules/idle-rule.ts';
import { AnomalyRule, RateRule, ReconcileRule } from './rules/rate-rule.ts';
import { CommitmentRule, LifetimeRule, ScheduleRule, WasteRule } from './rules/resource-rules.ts';

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

/** A rule whose breach may lead to an act on the resource that it is about. */
export type ActingRule = IdleRule | ScheduleRule | LifetimeRule;

export const mayAct = (rule: Rule): rule is ActingRule =>
  rule.kind === 'idle' || rule.kind === 'schedule' || rule.kind === 'lifetime';
