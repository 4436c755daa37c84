import * as z from 'zod';
import { ActionKind } from '../action-kind.ts';
import { CommittedUntil } from '../facts/commitment.ts';
import { ResourceKind } from '../facts/resource.ts';
import { ResourceId } from '../ids.ts';
import { StoredMoney, StoredPrice } from '../money/money.ts';
import { ofKind } from '../of-kind.ts';
import { Interval } from '../time/period.ts';
import { Instant, Span } from '../time/time.ts';
import { Basis } from './budget-rule.ts';
import { WasteCondition } from './resource-rules.ts';
import { Stopped } from './step.ts';

export const BudgetFigures = ofKind('budget', {
  basis: Basis,
  /** The spend, or the forecast of it, by the basis. */
  spent: StoredMoney,
  limit: StoredMoney,
  /** The highest threshold reached, as money. */
  threshold: StoredMoney.nullable(),
  period: Interval,
  /** The last instant whose spend is included. */
  asOf: Instant,
  /** The forecast for the end of the period with its 80 % interval; `null` when unknown. */
  forecast: z.object({ low: StoredMoney, likely: StoredMoney, high: StoredMoney }).nullable(),
});
export type BudgetFigures = z.infer<typeof BudgetFigures>;

export const RateFigures = ofKind('rate', {
  /** The figure that is compared with the limit: dollars an hour, or an account's dollars in the month. */
  of: z.enum(['hourly', 'monthly']),
  /** The source of the limit: the rule, or the platform. */
  by: z.enum(['rule', 'platform']),
  /** The burn rate; `null` when unknown. */
  rate: StoredPrice.nullable(),
  /** The spend in an hour at the present rate, or in the month. */
  spent: StoredMoney,
  limit: StoredMoney,
  /** The share of the limit at which the rule alerts. */
  threshold: StoredMoney,
});
export type RateFigures = z.infer<typeof RateFigures>;

/** The resources at risk: those that are deleted when an account's credit is gone. */
export const ResourcesAtRisk = z.object({
  /** The number of each kind, without kinds of which there is none. */
  counts: z.partialRecord(ResourceKind, z.number().int()),
  /** True if some could not be read, so that there may be more. */
  isPartial: z.boolean(),
});
export type ResourcesAtRisk = z.infer<typeof ResourcesAtRisk>;

export const RunwayFigures = ofKind('runway', {
  /** The credit now: that of the last report, less what was spent since. An estimate, unless the two are equal. */
  credit: StoredMoney,
  /** The credit at the last report, and when that was. */
  reported: z.object({ amount: StoredMoney, at: Instant }),
  burnRate: StoredPrice,
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

export const AccountStateFigures = ofKind('account-state', {
  state: z.string(),
  /** The money owed, for alerts about it: overdue invoices, or a failed recharge. */
  owed: z
    .object({ of: z.enum(['invoice', 'payment']), amount: StoredMoney.nullable(), since: Instant })
    .optional(),
});
export type AccountStateFigures = z.infer<typeof AccountStateFigures>;

export const IdleFigures = ofKind('idle', {
  /** The first instant of the quiet window. */
  since: Instant,
  points: z.number().int(),
  /** The chosen percentile of the window, in percent of the VM. */
  cpu: z.number().nullable(),
  /** The chosen percentile of the window, in bytes a second. */
  network: z.number().nullable(),
  /** The chosen percentile of the window, in bytes a second. */
  disk: z.number().nullable(),
  /** The VM's hourly price; `null` when the platform reports none. */
  price: StoredPrice.nullable(),
  /** The risk that a stop is wrong, where the rule learns. */
  risk: z.number().optional(),
  /** The highest use of any GPU in the window, in percent, and the memory held at its end, in GiB; absent where unknown. */
  gpu: z.object({ busiest: z.number(), memory: z.number().nullable() }).optional(),
});
export type IdleFigures = z.infer<typeof IdleFigures>;

/** The figures of rules on a single resource: the resource and its price. */
const ofResource = { price: StoredPrice.nullable(), state: z.string() };

export const WasteFigures = ofKind('waste', {
  ...ofResource,
  condition: WasteCondition,
  sizeGib: z.number().nullable(),
  usedGib: z.number().nullable(),
  /** The end of its commitment, until which it is charged even if it is deleted. */
  committedUntil: CommittedUntil,
});
export type WasteFigures = z.infer<typeof WasteFigures>;

export const CommitmentFigures = ofKind('commitment', {
  ...ofResource,
  /** The thing that ends: the commitment, or the VM itself, which the platform deletes when it expires. */
  of: z.enum(['commitment', 'expiry']),
  endsAt: Instant,
});
export type CommitmentFigures = z.infer<typeof CommitmentFigures>;

export const AnomalyFigures = ofKind('anomaly', {
  rate: StoredPrice,
  /** The median of the baseline, and its deviation. */
  usual: StoredPrice,
  bound: StoredPrice,
  /** The number of hours in the baseline, and whether they are all of the same hour of the week. */
  hours: z.number().int(),
  byHourOfWeek: z.boolean(),
});
export type AnomalyFigures = z.infer<typeof AnomalyFigures>;

export const ScheduleFigures = ofKind('schedule', {
  ...ofResource,
  /** The end of the last window and the beginning of the next; `null` where there is none. */
  endedAt: Instant.nullable(),
  beginsAt: Instant.nullable(),
});
export type ScheduleFigures = z.infer<typeof ScheduleFigures>;

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

export const FreshnessFigures = ofKind('freshness', {
  of: z.enum(['target', 'spend', 'part', 'field', 'watcher']),
  /** The time when it was last read in full, or up to which spend was last reported; `null` for never. */
  seenAt: Instant.nullable(),
  allowed: Span,
});
export type FreshnessFigures = z.infer<typeof FreshnessFigures>;

/** Accrued compared with reported spend. */
export const ReconcileFigures = ofKind('reconcile', {
  reported: StoredMoney,
  accrued: StoredMoney,
  from: Instant,
  until: Instant,
});
export type ReconcileFigures = z.infer<typeof ReconcileFigures>;

/** The figures of a later step, with the time since the resource was stopped. */
export const RestFigures = ofKind('rest', {
  ...ofResource,
  action: ActionKind,
  restsSince: Instant,
  /** The image that was made of it, if any. */
  image: ResourceId.nullable(),
});
export type RestFigures = z.infer<typeof RestFigures>;

/** The figures of a stop by a budget. */
export const OverspendFigures = ofKind('overspend', {
  ...ofResource,
  of: Stopped,
  /** The reported spend in the period, and the amount at which the rule stops VMs. */
  spent: StoredMoney,
  at: StoredMoney,
  limit: StoredMoney,
  period: Interval,
});
export type OverspendFigures = z.infer<typeof OverspendFigures>;

/** The figures of any verdict, which are stored with its notifications. */
export const Figures = z.discriminatedUnion('kind', [
  BudgetFigures,
  RateFigures,
  RunwayFigures,
  AccountStateFigures,
  IdleFigures,
  WasteFigures,
  CommitmentFigures,
  AnomalyFigures,
  ScheduleFigures,
  LifetimeFigures,
  FreshnessFigures,
  ReconcileFigures,
  RestFigures,
  OverspendFigures,
]);
export type Figures = z.infer<typeof Figures>;
