import * as z from 'zod';
import { Span } from '../time/time.ts';
import { about, tells, terms } from './rule-terms.ts';

export const RunwayRule = z.strictObject({
  kind: z.literal('runway'),
  ...about,
  ...terms,
  ...tells,
  /** The runways under which the rule alerts, falling. */
  thresholds: z.array(Span),
});
export type RunwayRule = z.infer<typeof RunwayRule>;

export const AccountStateRule = z.strictObject({
  kind: z.literal('account-state'),
  ...about,
  ...terms,
  ...tells,
});
export type AccountStateRule = z.infer<typeof AccountStateRule>;

export const FreshnessRule = z.strictObject({
  kind: z.literal('freshness'),
  ...about,
  ...terms,
  ...tells,
  /** The longest time for which a target may not be read in full. */
  unseen: Span,
  /** The oldest acceptable report of spend. */
  spend: Span,
});
export type FreshnessRule = z.infer<typeof FreshnessRule>;
