import * as z from 'zod';
import type { ResourceKind } from '../../model/facts/resource.ts';
import { ofKind } from '../../model/of-kind.ts';
import { createRuleSchema, type KindTerms, ofResource, tells } from '../../model/rules/rule-terms.ts';
import { Instant, Span } from '../../model/time/time.ts';

/** The kinds of resource that can have a commitment. A cluster's commitment also covers its machines. */
export const committedKinds = [
  'vm',
  'machine',
  'cluster',
  'volume',
] as const satisfies readonly ResourceKind[];

export const CommitmentRule = createRuleSchema('commitment', {
  ...tells,
  /** The times before the end of a commitment at which the rule alerts, in descending order. */
  within: z.array(Span),
});

export type CommitmentRule = z.infer<typeof CommitmentRule>;

export const CommitmentFigures = ofKind('commitment', {
  ...ofResource,
  /** The thing that ends: the commitment, or the VM itself, which the platform deletes when it expires. */
  of: z.enum(['commitment', 'expiry']),
  endsAt: Instant,
});

export type CommitmentFigures = z.infer<typeof CommitmentFigures>;

export const commitmentTerms = {
  resources: committedKinds,
  steps: ['notify'],
  needs: () => ({ facts: ['commitments'] }),
  notifiesOnce: true,
  startsAsInfo: true,
  lostAt: ({ of, endsAt }: CommitmentFigures) => (of === 'expiry' ? endsAt : null),
} satisfies KindTerms<CommitmentRule, CommitmentFigures>;
