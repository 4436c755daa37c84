import { judgeBudget } from '../../evaluate/budget.ts';
import { spendOf } from '../../meter/spend-of.ts';
import type { Head } from '../../model/head.ts';
import { targetOf } from '../../model/ids.ts';
import type { Instruction } from '../../model/override.ts';
import type { Policy } from '../../model/rules/policy.ts';
import type { Instant } from '../../model/time/time.ts';
import { surroundingsFrom } from '../fleet-context.ts';

export type PassedBudget = { readonly rule: string; readonly because: string };

/** The budgets that would speak at the first look, by the figures that heads hold. */
export function passedBudgets(
  heads: readonly Head[],
  { rules, timezone }: Policy,
  instructions: readonly Instruction[],
  now: Instant,
): PassedBudget[] {
  const around = surroundingsFrom(heads, instructions, { rules, timezone }, now);
  return heads.flatMap((head) => {
    const { sighting, meters, report, closedHours, days } = head;
    if (sighting === null || meters === null) return [];
    const spend = spendOf(sighting, { meters, report, closedHours, closed: [], days });
    const { belongings } = around(head.target);
    const facts = {
      target: targetOf(head.target),
      sighting,
      zone: timezone,
      spend,
      samplings: [],
      hours: null,
      belongings,
    };
    return rules
      .flatMap((rule) => (rule.kind === 'budget' ? judgeBudget(rule, facts) : []))
      .flatMap(({ kind, rule, subject, because }) =>
        kind === 'breached' ? [{ rule, because: `${subject}: ${because}` }] : [],
      );
  });
}
