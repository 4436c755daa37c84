import { accountTarget, BillingAccountId, RuleName, toTarget } from '../../../lib/model/ids.ts';
import { hourlyPrice, money } from '../../../lib/model/money/money.ts';
import { hours, minutes } from '../../../lib/model/time/time.ts';
import type { AccountStateRule } from '../../../lib/rules/account-state/terms.ts';
import type { FreshnessRule } from '../../../lib/rules/freshness/terms.ts';
import type { RateLimit, RateRule } from '../../../lib/rules/rate/terms.ts';
import type { ReconcileRule } from '../../../lib/rules/reconcile/terms.ts';
import type { RunwayRule } from '../../../lib/rules/runway/terms.ts';

export const main = toTarget(accountTarget(null, BillingAccountId.parse('main')));

const terms = { for: minutes(0), repeat: hours(4), then: [] };

/** Returns a limit of 50 USD an hour for every project by default; a share is of every account's limit. */
export const aRateRule = (limit: RateLimit | string = '50', overrides: Partial<RateRule> = {}): RateRule => ({
  kind: 'rate',
  name: RuleName.parse('pace'),
  match: typeof limit === 'string' || limit.kind === 'hourly' ? {} : { account: '*' },
  ...terms,
  limit: typeof limit === 'string' ? { kind: 'hourly', price: hourlyPrice(limit) } : limit,
  ...overrides,
});

export const aRunwayRule = (overrides: Partial<RunwayRule> = {}): RunwayRule => ({
  kind: 'runway',
  name: RuleName.parse('credit'),
  match: { account: '*' },
  ...terms,
  thresholds: [hours(72), hours(24), hours(6)],
  ...overrides,
});

export const anAccountStateRule = (overrides: Partial<AccountStateRule> = {}): AccountStateRule => ({
  kind: 'account-state',
  name: RuleName.parse('standing'),
  match: { account: '*' },
  ...terms,
  ...overrides,
});

/** Returns a rule that everything is seen within 15 minutes, and spend reported within four hours. */
export const aFreshnessRule = (overrides: Partial<FreshnessRule> = {}): FreshnessRule => ({
  kind: 'freshness',
  name: RuleName.parse('sight'),
  match: { project: '*', account: '*' },
  ...terms,
  unseen: minutes(15),
  spend: hours(4),
  ...overrides,
});

export const aReconcileRule = (overrides: Partial<ReconcileRule> = {}): ReconcileRule => ({
  kind: 'reconcile',
  name: RuleName.parse('the bill'),
  match: { project: '*', account: '*' },
  ...terms,
  percent: 5,
  least: money('1'),
  ...overrides,
});
