import * as z from 'zod';
import type { BudgetRule } from '../model/rule.ts';
import { BudgetFile } from './budget-file.ts';
import { closest } from './closest.ts';
import { IdleFile, type IdleRuleFile } from './idle-file.ts';
import { mapping } from './written-field.ts';

/** Each kind of rule goes by the key that says what it watches. */
const files = { budget: BudgetFile, idle: IdleFile } as const;
const kinds = Object.keys(files);

/** Any rule's keys, for a rule whose kind cannot be told; its values are left alone. */
const anyKey = Object.fromEntries(
  Object.values(files).flatMap((file) =>
    Object.keys(file.in.shape).map((key) => [key, z.unknown().optional()]),
  ),
);
const refused = (because: string) =>
  mapping(anyKey, 'a rule').transform((_, context): BudgetRule => {
    context.addIssue({ code: 'custom', message: because });
    return z.NEVER;
  });

const WatchesTwo = refused('a rule watches one thing; make two rules of budget and idle');
const WatchesNothing = refused('watches nothing; add budget: 5000 USD a month, or idle: 4h');

function fileFor(raw: unknown) {
  const keys = typeof raw === 'object' && raw !== null ? Object.keys(raw) : [];
  const named = kinds.filter((kind) => keys.includes(kind));
  if (named.length > 1) return WatchesTwo;
  const meant = named[0] ?? keys.map((key) => closest(key, kinds)).find((kind) => kind !== undefined);
  if (meant === 'budget') return BudgetFile;
  if (meant === 'idle') return IdleFile;
  return keys.length === 0 ? BudgetFile : WatchesNothing;
}

/** A rule as it is written, of the kind that its keys tell, or all but tell. */
export const RuleFile = z.unknown().transform((raw, context): BudgetRule | IdleRuleFile => {
  const read = fileFor(raw).safeParse(raw);
  if (read.success) return read.data;
  for (const issue of read.error.issues) context.addIssue({ ...issue });
  return z.NEVER;
});
