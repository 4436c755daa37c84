import * as z from 'zod';
import { RuleName } from './ids.ts';
import { StoredMoney } from './money.ts';
import { ResourceKind } from './resource.ts';
import { Span } from './time.ts';

/** Whether a rule's acts are carried out or only said. */
export const Mode = z.enum(['observe', 'enforce']);
export type Mode = z.infer<typeof Mode>;

/** Which targets and resources a rule is about; whatever is left out matches everything. */
export const Match = z.strictObject({
  /** Glob over project ids. */
  project: z.string().optional(),
  account: z.string().optional(),
  kind: ResourceKind.optional(),
  id: z.string().optional(),
  gpus: z.number().int().optional(),
  metadata: z.record(z.string(), z.string()).optional(),
});
export type Match = z.infer<typeof Match>;

/** Figures that a threshold can be held against. */
export const Basis = z.enum(['reported', 'projected']);
export type Basis = z.infer<typeof Basis>;

export const BudgetRule = z.strictObject({
  kind: z.literal('budget'),
  name: RuleName,
  match: Match,
  /** What may be spent in a calendar month. */
  limit: StoredMoney,
  /** Percent of the limit, rising. */
  thresholds: z.array(z.number()),
  basis: Basis,
});
export type BudgetRule = z.infer<typeof BudgetRule>;

/** Stop the VM, `after` at the least from the delivery of the announcement. */
export const StopStep = z.strictObject({ kind: z.literal('stop'), after: Span });
export type StopStep = z.infer<typeof StopStep>;

export const IdleRule = z.strictObject({
  kind: z.literal('idle'),
  name: RuleName,
  match: Match,
  mode: Mode,
  /** How long a VM must have been quiet. */
  window: Span,
  /** Percent of the window's points that must be under each limit. */
  percentile: z.number(),
  /** Percent of the VM's cores. */
  cpuBelow: z.number(),
  /** Bytes a second, both ways. */
  networkBelow: z.number(),
  /** How long a VM that someone started again after a stop is left alone. */
  coolOff: Span,
  then: z.array(StopStep),
});
export type IdleRule = z.infer<typeof IdleRule>;

export const Rule = z.discriminatedUnion('kind', [BudgetRule, IdleRule]);
export type Rule = z.infer<typeof Rule>;
