import { RuleName } from '../../../lib/model/ids.ts';
import { computePercentage, hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { hours } from '../../../lib/model/time/time.ts';
import type { AnomalyRule } from '../../../lib/rules/anomaly/terms.ts';
import type { BudgetRule } from '../../../lib/rules/budget/terms.ts';
import type { IdleRule } from '../../../lib/rules/idle/terms.ts';
import type { Policy } from '../../../lib/state/policy.ts';
import { aStop } from './step-builders.ts';

type Named<Rule extends BudgetRule | IdleRule> = Partial<
  Omit<Rule, 'name' | 'limit' | 'thresholds' | 'forecast'>
> & { readonly name?: string };

/**
 * Returns a budget of 1,000 USD a month for every project, which alerts at 50, 80 and 100 percent of spend to date.
 */
export const aBudgetRule = ({
  name = 'monthly budget',
  limit = '1000',
  at = [50, 80, 100],
  forecast = null,
  ...overrides
}: Named<BudgetRule> & {
  readonly limit?: string;
  /** Thresholds in percent of the limit. */
  readonly at?: readonly number[];
  readonly forecast?: number | null;
} = {}): BudgetRule => ({
  kind: 'budget',
  match: {},
  period: { kind: 'month', startsOn: 1 },
  thresholds: at.map((percent) => computePercentage(money(limit), percent)),
  basis: 'to-date',
  aheadOnly: false,
  shared: false,
  mode: 'enforce',
  coolOff: hours(24),
  then: [],
  ...overrides,
  name: RuleName.parse(name),
  limit: money(limit),
  forecast: forecast === null ? null : computePercentage(money(limit), forecast),
});

/** Returns a rule in enforce mode that stops VMs after four quiet hours, one hour after the announcement. */
export const anIdleRule = ({
  name = 'forgotten machines',
  mode = 'enforce',
  then = [aStop()],
  ...overrides
}: Named<IdleRule> = {}): IdleRule => ({
  kind: 'idle',
  match: {},
  mode,
  window: hours(4),
  gpuWindow: overrides.window ?? hours(4),
  percentile: 95,
  cpuBelow: 10,
  networkBelow: 10_240,
  diskBelow: 102_400,
  guestPing: 'answered',
  logins: 'counted',
  gpuBelow: 5,
  coolOff: hours(24),
  then,
  repeat: hours(24),
  ...overrides,
  name: RuleName.parse(name),
});

/** Returns a rule that alerts when a project costs half as much again as usual, and at least 1 USD an hour more. */
export const anAnomalyRule = (overrides: Partial<Omit<AnomalyRule, 'name'>> = {}): AnomalyRule => ({
  kind: 'anomaly',
  name: RuleName.parse('unusual spend'),
  match: {},
  for: hours(0),
  repeat: null,
  then: [],
  factor: 1.5,
  deviations: 4,
  least: hourlyPrice('1'),
  needs: 48,
  ...overrides,
});

/** Returns a policy without protections that allows five actions in a run. */
export const aPolicy = (overrides: Partial<Policy> = {}): Policy => ({
  version: 1,
  timezone: 'UTC',
  protect: [],
  caps: { perRun: 5, perDay: 20, share: 100 },
  keepAtMost: null,
  businessHours: [],
  digest: null,
  inUse: 15,
  attribute: ['team', 'owner', 'env'],
  rules: [anIdleRule()],
  routes: null,
  approveByLink: false,
  ...overrides,
});
