import * as z from 'zod';
import { ofKind } from '../../model/of-kind.ts';
import { createRuleSchema, type KindTerms, tells } from '../../model/rules/rule-terms.ts';
import { Instant, Span } from '../../model/time/time.ts';

export const FreshnessRule = createRuleSchema('freshness', {
  ...tells,
  /** The longest time without a complete poll of a target. */
  unseen: Span,
  /** The oldest acceptable report of spend. */
  spend: Span,
});

export type FreshnessRule = z.infer<typeof FreshnessRule>;

export const FreshnessFigures = ofKind('freshness', {
  of: z.enum(['target', 'spend', 'part', 'field', 'watcher']),
  /** The time when it was last read in full, or up to which spend was last reported; `null` for never. */
  seenAt: Instant.nullable(),
  allowed: Span,
});

export type FreshnessFigures = z.infer<typeof FreshnessFigures>;

export const freshnessTerms = {
  resources: null,
  steps: ['notify'],
  isOnMonitoring: true,
} satisfies KindTerms<FreshnessRule>;
