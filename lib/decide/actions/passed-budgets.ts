import { judgeBudget } from '../../evaluate/budget.ts';
import { spendOf } from '../../meter/spend-of.ts';
import type { Head } from '../../model/head.ts';
import { targetOf } from '../../model/ids.ts';
import type { Override } from '../../model/override.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Instant } from '../../model/time/time.ts';
import { fleetContextFrom } from '../fleet-context.ts';

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
    const { observation, meters, report, days } = head;
    if (observation === null || meters === null) return [];
    const spend = spendOf(observation, { meters, report, days });
    const { atRisk } = around(head.target);
    const facts = {
      target: targetOf(head.target),
      observation,
      zone: timezone,
      spend,
      samplings: [],
      stops: [],
      hours: null,
      atRisk,
      overrides: [],
    };
    return rules
      .flatMap((rule) => (rule.kind === 'budget' ? judgeBudget(rule, facts) : []))
      .flatMap(({ kind, rule, subject, because }) =>
        kind === 'breached' ? [{ rule, because: `${subject}: ${because}` }] : [],
      );
  });
}
