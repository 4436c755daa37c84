import { toTarget } from '../../model/ids.ts';
import { matchesResource } from '../../model/rules/match.ts';
import { budgetInterval } from '../../model/time/period.ts';
import { days } from '../../model/time/time.ts';
import { signOfLife } from '../idle/sign-of-life.ts';
import { atOnce, describeCoolOffPeriod, type Restraint, type TimingSelector } from '../judge.ts';
import type { BudgetRule } from './terms.ts';

export const budgetTiming: TimingSelector<BudgetRule> = ({ period }) =>
  period.kind === 'rolling'
    ? // A day leaves the period at midnight and the next one fills by the hour, so only a whole day under the limit is clear.
      { for: atOnce, resolveAfter: days(1), repeat: days(period.days) }
    : { for: atOnce, resolveAfter: null, repeat: null };

export const budgetRestraint: Restraint<BudgetRule> = {
  whyNotStop(rule, input) {
    const { intent, policy, resource, now } = input;
    const [then, today] = [intent.decidedAt, now].map((at) =>
      budgetInterval(rule.period, at, policy.timezone),
    );
    if (then?.from !== today?.from) return 'another period of the budget has begun';
    if (intent.of !== 'idle') return null;
    const idle = policy.rules.flatMap((it) =>
      it.kind === 'idle' && matchesResource(it.match, toTarget(intent.target), resource, now) ? [it] : [],
    );
    return signOfLife(idle, input, intent.decidedAt, now);
  },
  whyLeftAlone: describeCoolOffPeriod,
};
