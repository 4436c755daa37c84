import * as z from 'zod';
import { ResourcesAtRisk } from '../../model/facts/resources-at-risk.ts';
import { StoredMoney, StoredPrice } from '../../model/money/money.ts';
import { ofKind } from '../../model/of-kind.ts';
import { createRuleSchema, type KindTerms, tells } from '../../model/rules/rule-terms.ts';
import { Instant, Span } from '../../model/time/time.ts';

export const RunwayRule = createRuleSchema('runway', {
  ...tells,
  /** The runways under which the rule alerts, in descending order. */
  thresholds: z.array(Span),
});

export type RunwayRule = z.infer<typeof RunwayRule>;

export const RunwayFigures = ofKind('runway', {
  /** The credit now: that of the last report, less what was spent since. An estimate, unless the two are equal. */
  credit: StoredMoney,
  /** The credit at the last report, and when that was. */
  reported: z.object({ amount: StoredMoney, at: Instant }),
  /** The burn rate; `null` if unknown, which occurs only once the credit is used up. */
  burnRate: StoredPrice.nullable(),
  /** The runway at the present rate; `null` at a rate of zero. */
  left: Span.nullable(),
  emptyAt: Instant.nullable(),
  /** The threshold that it fell under. */
  threshold: Span.nullable(),
  /** The state of auto-recharge: not set up, counted on, or failing. */
  recharge: z.enum(['none', 'counted', 'failing']),
  atRisk: ResourcesAtRisk,
});

export type RunwayFigures = z.infer<typeof RunwayFigures>;

export const runwayTerms = {
  resources: null,
  steps: ['notify'],
  needs: () => ({ facts: ['credit'] }),
  lostAt: ({ emptyAt }: RunwayFigures) => emptyAt,
} satisfies KindTerms<RunwayRule, RunwayFigures>;
