import * as z from 'zod';
import { StoredMoney, StoredPrice } from '../../model/money/money.ts';
import { ofKind } from '../../model/of-kind.ts';
import { createRuleSchema, type KindTerms, tells } from '../../model/rules/rule-terms.ts';

/** The limit of a rate. Shares are of the limits that the platform sets for an account. */
export const RateLimit = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('hourly'), price: StoredPrice }),
  z.strictObject({ kind: z.literal('share-of-hourly-limit'), percent: z.number() }),
  z.strictObject({ kind: z.literal('share-of-monthly-limit'), percent: z.number() }),
]);

export type RateLimit = z.infer<typeof RateLimit>;

export const RateRule = createRuleSchema('rate', {
  ...tells,
  limit: RateLimit,
});

export type RateRule = z.infer<typeof RateRule>;

export const RateFigures = ofKind('rate', {
  /** The figure that is compared with the limit: dollars an hour, or an account's dollars in the month. */
  of: z.enum(['hourly', 'monthly']),
  /** The source of the limit: the rule, or the platform. */
  by: z.enum(['rule', 'platform']),
  /** The burn rate; `null` when unknown. */
  rate: StoredPrice.nullable(),
  /** The spend in an hour at the present rate, or in the month. */
  spent: StoredMoney,
  /** The part of it that is an estimate; absent if none is. */
  estimated: StoredMoney.optional(),
  limit: StoredMoney,
  /** The share of the limit at which the rule alerts. */
  threshold: StoredMoney,
});

export type RateFigures = z.infer<typeof RateFigures>;

export const rateTerms = {
  resources: null,
  steps: ['notify'],
  yieldsToRunway: true,
  needs: ({ limit }: RateRule) => ({
    facts: ['prices', ...(limit.kind === 'hourly' ? [] : (['spend limits of accounts'] as const))],
  }),
} satisfies KindTerms<RateRule>;
