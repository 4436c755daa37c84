import * as z from 'zod';
import { StoredMoney, StoredPrice } from '../money/money.ts';
import { about, tells, terms } from './rule-terms.ts';

/** What a rate may come to. Shares are of limits that the platform itself sets an account. */
export const RateLimit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hourly'), price: StoredPrice }),
  z.strictObject({ kind: z.literal('share-of-hourly-limit'), percent: z.number() }),
  z.strictObject({ kind: z.literal('share-of-monthly-limit'), percent: z.number() }),
]);
export type RateLimit = z.infer<typeof RateLimit>;

export const RateRule = z.strictObject({
  kind: z.literal('rate'),
  ...about,
  ...terms,
  ...tells,
  limit: RateLimit,
});
export type RateRule = z.infer<typeof RateRule>;

export const AnomalyRule = z.strictObject({
  kind: z.literal('anomaly'),
  ...about,
  ...terms,
  ...tells,
  /** The rate must be above the usual by all three: so many times it, so many deviations, so much money. */
  factor: z.number(),
  deviations: z.number(),
  least: StoredPrice,
  /** How much history there must be before anything is called unusual, in hours. */
  needs: z.number().int(),
});
export type AnomalyRule = z.infer<typeof AnomalyRule>;

/** Our own reckoning against the platform's report of the same time. */
export const ReconcileRule = z.strictObject({
  kind: z.literal('reconcile'),
  ...about,
  ...terms,
  ...tells,
  /** Percent by which they may part, and money under which no difference counts. */
  percent: z.number(),
  least: StoredMoney,
});
export type ReconcileRule = z.infer<typeof ReconcileRule>;
