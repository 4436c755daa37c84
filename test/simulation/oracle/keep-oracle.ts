import type { Observer } from '../observer.ts';
import { policyAt } from '../scenario.ts';
import type { Case } from './violation.ts';

/** Checks that no keep protects for longer than the policy in force allowed when it was placed (invariant 19). */
export const keepOracle = ({ accuse, scenario }: Case): Observer => ({
  overridden(override) {
    if (override.kind !== 'keep') return;
    const { keepAtMost } = policyAt(scenario, override.at);
    const lasts = override.until - override.at;
    if (keepAtMost !== null && lasts > keepAtMost)
      accuse(19, `${override.subject} is kept for ${lasts} ms, and the policy allows ${keepAtMost}`);
  },
});
