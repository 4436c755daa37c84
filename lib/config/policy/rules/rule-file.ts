import * as z from 'zod';
import type { ActingRule, ResourceRule, Rule } from '../../../model/rules/rule.ts';
import type { RuleKind } from '../../../model/rules/rule-kind.ts';
import { chosen } from '../fields/chosen.ts';
import { closest } from '../fields/closest.ts';
import { mapping } from '../fields/written-field.ts';
import type { Unsettled } from '../steps/step-file.ts';
import { AccountStateFile, FreshnessFile, RunwayFile } from './account-rules-file.ts';
import { BudgetFile, type BudgetRuleFile } from './budget-file.ts';
import { IdleFile } from './idle-file.ts';
import { AnomalyFile, RateFile, ReconcileFile } from './rate-rules-file.ts';
import { CommitmentFile, LifetimeFile, ScheduleFile, WasteFile } from './resource-rules-file.ts';

/** A parsed rule whose mode may be inherited from the policy. */
export type WrittenRule = Exclude<Rule, ActingRule> | UnsettledEach<ResourceRule> | BudgetRuleFile;
type UnsettledEach<R> = R extends ResourceRule ? Unsettled<R> : never;

/** The schemas of rules, by the key that identifies the kind. */
const ruleFiles = {
  budget: BudgetFile,
  anomaly: AnomalyFile,
  rate: RateFile,
  runway: RunwayFile,
  'account-state': AccountStateFile,
  idle: IdleFile,
  waste: WasteFile,
  commitment: CommitmentFile,
  schedule: ScheduleFile,
  lifetime: LifetimeFile,
  freshness: FreshnessFile,
  reconcile: ReconcileFile,
} as const satisfies Partial<Record<RuleKind, z.ZodPipe<z.ZodObject, z.ZodType<WrittenRule>>>>;
const kinds = Object.keys(ruleFiles);

/** The keys of all rules, for a rule of unknown kind; its values are not checked. */
const anyKey = Object.fromEntries(
  Object.values(ruleFiles).flatMap((file) =>
    Object.keys(file.in.shape).map((key) => [key, z.unknown().optional()]),
  ),
);
const refused = (because: string) =>
  mapping(anyKey, 'a rule').transform((_, context): WrittenRule => {
    context.addIssue({ code: 'custom', message: because });
    return z.NEVER;
  });

const SeveralKinds = refused(`a rule may have only one of ${kinds.join(', ')}; write two rules`);
const NoKind = refused('has no condition; add one such as budget: 5000 USD a month, or idle: 4h');

function fileFor(raw: unknown): z.ZodType<WrittenRule> {
  const keys = typeof raw === 'object' && raw !== null ? Object.keys(raw) : [];
  const named = kinds.filter((kind) => keys.includes(kind));
  if (named.length > 1) return SeveralKinds;
  const meant = named[0] ?? keys.map((key) => closest(key, kinds)).find((kind) => kind !== undefined);
  for (const [kind, file] of Object.entries(ruleFiles)) if (kind === meant) return file;
  return keys.length === 0 ? BudgetFile : NoKind;
}

/** The schema of a rule, by the kind that its keys name or almost name. */
export const RuleFile = chosen<WrittenRule>(Object.values(ruleFiles), fileFor);
