import * as z from 'zod';
import { CommitmentEnd } from '../../model/facts/commitment.ts';
import { ResourceKind } from '../../model/facts/resource.ts';
import { StoredMoney } from '../../model/money/money.ts';
import { ofKind } from '../../model/of-kind.ts';
import { acts, createRuleSchema, type KindTerms, ofResource } from '../../model/rules/rule-terms.ts';
import { Instant, Span } from '../../model/time/time.ts';

/** Conditions of waste. Unused networks are missing, as the platform does not report whether a network is used. */
export const WasteCondition = z.enum([
  'stopped-vm',
  'powered-off',
  'detached-disk',
  'unmounted-volume',
  'untouched-volume',
  'untouched-bucket',
  'failed',
  'unused-image',
]);

export type WasteCondition = z.infer<typeof WasteCondition>;

/** A rule on unused resources; its `for` is the grace. */
export const WasteRule = createRuleSchema('waste', {
  mode: acts.mode,
  then: acts.then,
  conditions: z.array(WasteCondition),
  /** The time that a resource may spend in transitional states, such as starting or stopping; `null` for any. */
  transitional: Span.nullable(),
});

export type WasteRule = z.infer<typeof WasteRule>;

export const WasteFigures = ofKind('waste', {
  ...ofResource,
  condition: z.enum([...WasteCondition.options, 'transitional']),
  /** For a resource in transitional states: their start, length and cost at its present price, `null` if unknown. */
  transitional: z.object({ since: Instant, lasted: Span, cost: StoredMoney.nullable() }).optional(),
  sizeGib: z.number().nullable(),
  usedGib: z.number().nullable(),
  /** The end of its commitment, until which it is charged even if it is deleted. */
  committedUntil: CommitmentEnd,
});

export type WasteFigures = z.infer<typeof WasteFigures>;

export const wasteTerms = {
  warnsAtMost: true,
  resources: ResourceKind.options,
  steps: ['notify', 'image', 'terminate'],
  startsAsInfo: true,
} satisfies KindTerms<WasteRule>;
