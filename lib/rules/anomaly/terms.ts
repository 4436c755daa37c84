import * as z from 'zod';
import { StoredPrice } from '../../model/money/money.ts';
import { ofKind } from '../../model/of-kind.ts';
import { createRuleSchema, type KindTerms, tells } from '../../model/rules/rule-terms.ts';

export const AnomalyRule = createRuleSchema('anomaly', {
  ...tells,
  /** The bounds above the usual rate, which must all be exceeded: a factor, a number of deviations, an amount. */
  factor: z.number(),
  deviations: z.number(),
  least: StoredPrice,
  /** The hours of history that are required before anything counts as unusual. */
  needs: z.number().int(),
});

export type AnomalyRule = z.infer<typeof AnomalyRule>;

export const AnomalyFigures = ofKind('anomaly', {
  rate: StoredPrice,
  /** The part of the rate that is an estimate; absent if none is. */
  estimated: StoredPrice.optional(),
  /** The median of the baseline, and its deviation. */
  usual: StoredPrice,
  bound: StoredPrice,
  /** The number of hours in the baseline, and whether they are all of the same hour of the week. */
  hours: z.number().int(),
  byHourOfWeek: z.boolean(),
});

export type AnomalyFigures = z.infer<typeof AnomalyFigures>;

export const anomalyTerms = {
  warnsAtMost: true,
  resources: null,
  steps: ['notify'],
  yieldsToRunway: true,
  notifiesOnce: true,
  needs: () => ({ facts: ['prices'], hours: true }),
} satisfies KindTerms<AnomalyRule>;
