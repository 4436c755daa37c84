import { PolicyError } from '../../../lib/config/policy/policy-error.ts';
import { readPolicy } from '../../../lib/config/policy/read-policy.ts';
import type { BudgetRule } from '../../../lib/rules/budget/terms.ts';
import type { IdleRule } from '../../../lib/rules/idle/terms.ts';

const policyOf = (fields: readonly string[]): string => `version: 1\nrules:\n  - ${fields.join('\n    ')}\n`;

/** A policy of one rule of any kind. */
export const rulePolicy = (...fields: string[]): string => policyOf(['name: a rule', ...fields]);

/** A policy of one budget rule, with more lines of it. */
export const budgetPolicy = (...fields: string[]): string =>
  policyOf(['name: research budget', 'budget: 5000 USD a month', ...fields]);

/** A policy of one idle rule, with more lines of it. */
export const idlePolicy = (...fields: string[]): string =>
  policyOf(['name: forgotten machines', 'idle: 4h', ...fields]);

export function readBudget(text: string): BudgetRule {
  const [rule] = readPolicy(text, 'policy.yaml').rules;
  if (rule?.kind !== 'budget') throw new Error('not a budget');
  return rule;
}

export function readIdle(text: string): IdleRule {
  const [rule] = readPolicy(text, 'policy.yaml').rules;
  if (rule?.kind !== 'idle') throw new Error('not an idle rule');
  return rule;
}

/** Returns the mistakes that a text is refused with: "line:column path: message". */
export function mistakesIn(text: string): string[] {
  try {
    readPolicy(text, 'policy.yaml');
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    return error.mistakes.map(
      ({ line, column, path, message }) => `${line}:${column} ${path === '' ? '' : `${path}: `}${message}`,
    );
  }
  throw new Error('the policy was taken');
}
