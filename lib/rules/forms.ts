import * as z from 'zod';
import { chosen } from '../forms/chosen.ts';
import { closest } from '../forms/closest.ts';
import type { ModelessRule } from '../forms/step-file.ts';
import { mapping } from '../forms/written-field.ts';
import { AccountStateFile } from './account-state/form.ts';
import { AnomalyFile } from './anomaly/form.ts';
import { BudgetFile, type BudgetRuleFile } from './budget/form.ts';
import { CommitmentFile } from './commitment/form.ts';
import { FreshnessFile } from './freshness/form.ts';
import { IdleFile } from './idle/form.ts';
import { LifetimeFile } from './lifetime/form.ts';
import { RateFile } from './rate/form.ts';
import { ReconcileFile } from './reconcile/form.ts';
import { RunwayFile } from './runway/form.ts';
import { ScheduleFile } from './schedule/form.ts';
import type { ActingRule, ResourceRule, Rule, RuleKind } from './terms.ts';
import { WasteFile } from './waste/form.ts';

/** A parsed rule whose mode may be inherited from the policy. */
export type WrittenRule = Exclude<Rule, ActingRule> | UnsettledEach<ResourceRule> | BudgetRuleFile;
type UnsettledEach<R> = R extends ResourceRule ? ModelessRule<R> : never;

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
} as const satisfies Record<RuleKind, z.ZodPipe<z.ZodObject, z.ZodType<WrittenRule>>>;
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

function selectRuleSchema(raw: unknown): z.ZodType<WrittenRule> {
  const keys = typeof raw === 'object' && raw !== null ? Object.keys(raw) : [];
  const named = kinds.filter((kind) => keys.includes(kind));
  if (named.length > 1) return SeveralKinds;
  const chosenKind = named[0] ?? keys.map((key) => closest(key, kinds)).find((kind) => kind !== undefined);
  for (const [kind, file] of Object.entries(ruleFiles)) if (kind === chosenKind) return file;
  return keys.length === 0 ? BudgetFile : NoKind;
}

/** The schema of a rule, by the kind that its keys name or almost name. */
export const RuleFile = chosen<WrittenRule>(Object.values(ruleFiles), selectRuleSchema);
