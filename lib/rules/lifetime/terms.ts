import * as z from 'zod';
import type { ResourceKind } from '../../model/facts/resource.ts';
import { StoredMoney } from '../../model/money/money.ts';
import { ofKind } from '../../model/of-kind.ts';
import { acts, createRuleSchema, type KindTerms, ofResource } from '../../model/rules/rule-terms.ts';
import { Instant, Span } from '../../model/time/time.ts';

/** Kinds that have a lifetime. */
export const mortalKinds = ['vm', 'machine', 'cluster'] as const satisfies readonly ResourceKind[];

export const LifetimeRule = createRuleSchema('lifetime', {
  ...acts,
  longest: Span,
  /** The longest total extension of its life by keeps; `null` when they do not extend it. */
  extend: Span.nullable(),
});

export type LifetimeRule = z.infer<typeof LifetimeRule>;

export const LifetimeFigures = ofKind('lifetime', {
  ...ofResource,
  createdAt: Instant,
  longest: Span,
  /** Its cost since its creation, at its present price; `null` where that is unknown. */
  cost: StoredMoney.nullable().default(null),
  /** True if a keep would extend its life. */
  isExtendable: z.boolean().default(false),
});

export type LifetimeFigures = z.infer<typeof LifetimeFigures>;

export const lifetimeTerms = {
  warnsAtMost: true,
  resources: mortalKinds,
  needs: () => ({ facts: ['times of creation'] }),
  steps: ['notify', 'stop', 'power-off', 'image', 'terminate'],
} satisfies KindTerms<LifetimeRule>;
