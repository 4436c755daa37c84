import * as z from 'zod';
import type { ResourceKind } from '../../model/facts/resource.ts';
import { StoredMoney } from '../../model/money/money.ts';
import { ofKind } from '../../model/of-kind.ts';
import { acts, createRuleSchema, type KindTerms, ofResource } from '../../model/rules/rule-terms.ts';
import { Instant, Span } from '../../model/time/time.ts';

/** The kinds of resource that have a lifetime. */
export const mortalKinds = ['vm', 'machine', 'cluster'] as const satisfies readonly ResourceKind[];

export const LifetimeRule = createRuleSchema('lifetime', {
  ...acts,
  longest: Span,
  /** The maximum total extension by keeps; `null` if they do not extend it. */
  extend: Span.nullable(),
});

export type LifetimeRule = z.infer<typeof LifetimeRule>;

export const LifetimeFigures = ofKind('lifetime', {
  ...ofResource,
  createdAt: Instant,
  longest: Span,
  /** The cost since its creation at its present price; `null` if the price is unknown, or it is stopped. */
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
