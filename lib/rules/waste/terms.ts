import * as z from 'zod';
import { CommittedUntil } from '../../model/facts/commitment.ts';
import { ResourceKind } from '../../model/facts/resource.ts';
import { ofKind } from '../../model/of-kind.ts';
import { acts, type KindTerms, ofResource, ruleOf } from '../../model/rules/rule-terms.ts';

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
export const WasteRule = ruleOf('waste', {
  mode: acts.mode,
  then: acts.then,
  conditions: z.array(WasteCondition),
});

export type WasteRule = z.infer<typeof WasteRule>;

export const WasteFigures = ofKind('waste', {
  ...ofResource,
  condition: WasteCondition,
  sizeGib: z.number().nullable(),
  usedGib: z.number().nullable(),
  /** The end of its commitment, until which it is charged even if it is deleted. */
  committedUntil: CommittedUntil,
});

export type WasteFigures = z.infer<typeof WasteFigures>;

export const wasteTerms = {
  warnsAtMost: true,
  resources: ResourceKind.options,
  steps: ['notify', 'image', 'terminate'],
  startsAsInfo: true,
} satisfies KindTerms<WasteRule>;
