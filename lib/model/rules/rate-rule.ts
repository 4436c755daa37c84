import * as z from 'zod';
import { StoredMoney, StoredPrice } from '../money/money.ts';
import { ruleOf, tells } from './rule-terms.ts';

/** The limit of a rate. Shares are of the limits that the platform sets for an account. */
export const RateLimit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hourly'), price: StoredPrice }),
  z.strictObject({ kind: z.literal('share-of-hourly-limit'), percent: z.number() }),
  z.strictObject({ kind: z.literal('share-of-monthly-limit'), percent: z.number() }),
]);
export type RateLimit = z.infer<typeof RateLimit>;

export const RateRule = ruleOf('rate', {
  ...tells,
  limit: RateLimit,
});
export type RateRule = z.infer<typeof RateRule>;

export const AnomalyRule = ruleOf('anomaly', {
  ...tells,
  /** The bounds above the usual rate, which must all be exceeded: a factor, a number of deviations, an amount. */
  factor: z.number(),
  deviations: z.number(),
  least: StoredPrice,
  /** The hours of history that are required before anything counts as unusual. */
  needs: z.number().int(),
});
export type AnomalyRule = z.infer<typeof AnomalyRule>;

/** A rule that compares accrued with reported spend of the same time. */
export const ReconcileRule = ruleOf('reconcile', {
  ...tells,
  /** The percentage by which they may differ, and the amount under which differences are ignored. */
  percent: z.number(),
  least: StoredMoney,
});
export type ReconcileRule = z.infer<typeof ReconcileRule>;
