import { RuleName } from '../../lib/model/ids.ts';
import { money } from '../../lib/model/money.ts';
import type { Policy } from '../../lib/model/policy.ts';
import type { BudgetRule, IdleRule } from '../../lib/model/rule.ts';
import { hours } from '../../lib/model/time.ts';

type Named<Rule extends BudgetRule | IdleRule> = Partial<Omit<Rule, 'name' | 'limit'>> & {
  readonly name?: string;
};

/** 1,000 USD a month for every project, told at 50, 80 and 100 percent of projected spend. */
export const aBudgetRule = ({
  name = 'monthly budget',
  limit = '1000',
  ...overrides
}: Named<BudgetRule> & { readonly limit?: string } = {}): BudgetRule => ({
  kind: 'budget',
  match: {},
  thresholds: [50, 80, 100],
  basis: 'projected',
  ...overrides,
  name: RuleName.parse(name),
  limit: money(limit),
});

/** Stops VMs that were quiet for four hours, one hour after it was said; it acts. */
export const anIdleRule = ({
  name = 'forgotten machines',
  ...overrides
}: Named<IdleRule> = {}): IdleRule => ({
  kind: 'idle',
  match: {},
  mode: 'enforce',
  window: hours(4),
  percentile: 95,
  cpuBelow: 10,
  networkBelow: 10_240,
  coolOff: hours(24),
  then: [{ kind: 'stop', after: hours(1) }],
  ...overrides,
  name: RuleName.parse(name),
});

/** Protects nothing, and lets five acts through in a run. */
export const aPolicy = (overrides: Partial<Policy> = {}): Policy => ({
  version: 1,
  timezone: 'UTC',
  protect: [],
  caps: { perRun: 5, perDay: 20, share: 100 },
  rules: [anIdleRule()],
  ...overrides,
});
