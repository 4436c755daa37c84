import { type Money, moneyInWords } from '../../model/money/money.ts';
import type { BudgetStep } from '../../model/rules/step.ts';

/** States the amount at which a budget's next stop is announced; `null` if the amounts of all stops are reached. */
export function describeNextStop(steps: readonly BudgetStep[], spent: Money): string | null {
  const [next] = steps
    .flatMap((step) => (step.kind === 'stop' && step.at.gt(spent) ? [step] : []))
    .toSorted((left, right) => left.at.cmp(right.at));
  if (next === undefined) return null;
  const which = next.of === 'everything' ? 'all that runs' : 'what is idle';
  const happens = next.mode === 'enforce' ? 'is announced to be stopped' : 'would be announced to be stopped';
  return `none before ${moneyInWords(next.at)}, at which ${which} ${happens}`;
}
