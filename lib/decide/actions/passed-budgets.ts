import { judgeBudget } from '../../evaluate/budget.ts';
import type { Head } from '../../model/head.ts';
import type { Override } from '../../model/override.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Instant } from '../../model/time/time.ts';
import { fleetContextFrom } from '../fleet-context.ts';
import { factsNow } from '../turn-facts.ts';

export type PassedBudget = { readonly rule: string; readonly because: string };

/** Returns the budgets that would alert at the first poll, by the figures that heads hold. */
export function passedBudgets(
  heads: readonly Head[],
  { rules, timezone }: Policy,
  overrides: readonly Override[],
  now: Instant,
): PassedBudget[] {
  const around = fleetContextFrom(heads, overrides, { rules, timezone }, now);
  return heads.flatMap((head) => {
    const facts = factsNow(head, { timezone }, around(head.target));
    if (facts === null) return [];
    return rules
      .flatMap((rule) => (rule.kind === 'budget' ? judgeBudget(rule, facts) : []))
      .flatMap(({ kind, rule, subject, because }) =>
        kind === 'breached' ? [{ rule, because: `${subject}: ${because}` }] : [],
      );
  });
}
