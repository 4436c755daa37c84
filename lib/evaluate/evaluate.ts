import { assertNever } from '../model/assert-never.ts';
import type { Rule } from '../model/rule.ts';
import { milliseconds, type Span } from '../model/time.ts';
import type { Verdict } from '../model/verdict.ts';
import { judgeBudget } from './budget.ts';
import type { Facts } from './facts.ts';
import { judgeIdle, windowReach } from './idle.ts';

/** Every rule's verdict on a target and what is in it. */
export const evaluate = (rules: readonly Rule[], facts: Facts): Verdict[] =>
  rules.flatMap((rule) => judge(rule, facts));

function judge(rule: Rule, facts: Facts): Verdict[] {
  switch (rule.kind) {
    case 'budget':
      return judgeBudget(rule, facts);
    case 'idle':
      return judgeIdle(rule, facts);
    default:
      return assertNever(rule);
  }
}

/** How far back the rules look. */
export const reachOf = (rules: readonly Rule[]): Span =>
  milliseconds(Math.max(0, ...rules.map((rule) => (rule.kind === 'idle' ? windowReach(rule) : 0))));
