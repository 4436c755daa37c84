import * as z from 'zod';
import { Span } from '../time/time.ts';
import { ruleOf, tells } from './rule-terms.ts';

export const RunwayRule = ruleOf('runway', {
  ...tells,
  /** The runways under which the rule alerts, falling. */
  thresholds: z.array(Span),
});
export type RunwayRule = z.infer<typeof RunwayRule>;

export const AccountStateRule = ruleOf('account-state', {
  ...tells,
});
export type AccountStateRule = z.infer<typeof AccountStateRule>;

export const FreshnessRule = ruleOf('freshness', {
  ...tells,
  /** The longest time for which a target may not be read in full. */
  unseen: Span,
  /** The oldest acceptable report of spend. */
  spend: Span,
});
export type FreshnessRule = z.infer<typeof FreshnessRule>;
