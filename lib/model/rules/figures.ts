import * as z from 'zod';
import { ActionKind } from '../action-kind.ts';
import { CommittedUntil } from '../facts/commitment.ts';
import { ResourceKind } from '../facts/resource.ts';
import { ResourceId } from '../ids.ts';
import { StoredMoney, StoredPrice } from '../money/money.ts';
import { Interval } from '../time/period.ts';
import { Instant, Span } from '../time/time.ts';
import { Basis } from './budget-rule.ts';
import { WasteCondition } from './resource-rules.ts';
import { Stopped } from './step.ts';

/** What a budget's verdict rests on. */
export const BudgetFigures = z.object({
  kind: z.literal('budget'),
  basis: Basis,
  /** By the basis: what was spent, or what the period is forecast to come to. */
  spent: StoredMoney,
  limit: StoredMoney,
  /** The highest threshold reached, as money. */
  threshold: StoredMoney.nullable(),
  period: Interval,
  /** How old the figure is: the last instant whose spend is in it. */
  asOf: Instant,
  /** Where the period will end, between two figures that it will hardly leave; `null` when nothing tells. */
  forecast: z.object({ low: StoredMoney, likely: StoredMoney, high: StoredMoney }).nullable(),
});
export type BudgetFigures = z.infer<typeof BudgetFigures>;

export const RateFigures = z.object({
  kind: z.literal('rate'),
  /** What is held against the limit: dollars an hour, or the month's dollars of an account. */
  of: z.enum(['hourly', 'monthly']),
  /** Whose limit it is: the rule's own, or one that the platform sets. */
  by: z.enum(['rule', 'platform']),
  /** What is spent an hour now; `null` when nothing tells. */
  rate: StoredPrice.nullable(),
  /** In the hour at the present rate, or in the month. */
  spent: StoredMoney,
  limit: StoredMoney,
  /** The part of the limit at which the rule speaks. */
  threshold: StoredMoney,
});
export type RateFigures = z.infer<typeof RateFigures>;

/** What an account holds that goes when its credit does. */
export const ResourcesAtRisk = z.object({
  /** How many of each kind; kinds of which there is none are left out. */
  counts: z.partialRecord(ResourceKind, z.number().int()),
  /** Whether some of it could not be seen, so that there may be more. */
  isPartial: z.boolean(),
});
export type ResourcesAtRisk = z.infer<typeof ResourcesAtRisk>;

export const RunwayFigures = z.object({
  kind: z.literal('runway'),
  /** At the last report, less what was burnt since. */
  credit: StoredMoney,
  burnRate: StoredPrice,
  /** How long credit lasts at the present rate; `null` when nothing is burnt. */
  left: Span.nullable(),
  emptyAt: Instant.nullable(),
  /** The threshold that it fell under. */
  threshold: Span.nullable(),
  /** Whether auto-recharge is there, and can be counted on. */
  recharge: z.enum(['none', 'counted', 'failing']),
  atRisk: ResourcesAtRisk,
});
export type RunwayFigures = z.infer<typeof RunwayFigures>;

export const AccountStateFigures = z.object({
  kind: z.literal('account-state'),
  state: z.string(),
  /** Where it is money owed that is told: overdue invoices, or a recharge that failed. */
  owed: z
    .object({ of: z.enum(['invoice', 'payment']), amount: StoredMoney.nullable(), since: Instant })
    .optional(),
});
export type AccountStateFigures = z.infer<typeof AccountStateFigures>;

/** What an idle verdict rests on. */
export const IdleFigures = z.object({
  kind: z.literal('idle'),
  /** The first instant of the quiet window. */
  since: Instant,
  points: z.number().int(),
  /** The chosen percentile of the window, in percent of the VM. */
  cpu: z.number().nullable(),
  /** The chosen percentile of the window, in bytes a second. */
  network: z.number().nullable(),
  /** The chosen percentile of the window, in bytes a second. */
  disk: z.number().nullable(),
  /** What the VM costs an hour; `null` when the platform gives no price. */
  price: StoredPrice.nullable(),
});
export type IdleFigures = z.infer<typeof IdleFigures>;

/** What the rules on a resource by itself rest on: which resource, and what it costs. */
const ofResource = { price: StoredPrice.nullable(), state: z.string() };

export const WasteFigures = z.object({
  kind: z.literal('waste'),
  ...ofResource,
  condition: WasteCondition,
  sizeGib: z.number().nullable(),
  usedGib: z.number().nullable(),
  /** Until then it is paid for even if it is deleted. */
  committedUntil: CommittedUntil,
});
export type WasteFigures = z.infer<typeof WasteFigures>;

export const CommitmentFigures = z.object({
  kind: z.literal('commitment'),
  ...ofResource,
  /** What ends: the commitment, or at its expiry the VM itself, which the platform then deletes. */
  of: z.enum(['commitment', 'expiry']),
  endsAt: Instant,
});
export type CommitmentFigures = z.infer<typeof CommitmentFigures>;

export const AnomalyFigures = z.object({
  kind: z.literal('anomaly'),
  rate: StoredPrice,
  /** The median of its baseline, and how far from it is still usual. */
  usual: StoredPrice,
  bound: StoredPrice,
  /** How many hours of history the baseline is made of, and whether they are of this hour of the week only. */
  hours: z.number().int(),
  byHourOfWeek: z.boolean(),
});
export type AnomalyFigures = z.infer<typeof AnomalyFigures>;

export const ScheduleFigures = z.object({
  kind: z.literal('schedule'),
  ...ofResource,
  /** The end of the last window and the beginning of the next; `null` where there is none. */
  endedAt: Instant.nullable(),
  beginsAt: Instant.nullable(),
});
export type ScheduleFigures = z.infer<typeof ScheduleFigures>;

export const LifetimeFigures = z.object({
  kind: z.literal('lifetime'),
  ...ofResource,
  createdAt: Instant,
  longest: Span,
});
export type LifetimeFigures = z.infer<typeof LifetimeFigures>;

export const FreshnessFigures = z.object({
  kind: z.literal('freshness'),
  of: z.enum(['target', 'spend', 'part', 'field', 'watcher']),
  /** When it was last seen whole, or up to when spend was last reported; `null` when it never was. */
  seenAt: Instant.nullable(),
  allowed: Span,
});
export type FreshnessFigures = z.infer<typeof FreshnessFigures>;

/** What accrued by our own reckoning against what the platform reports. */
export const ReconcileFigures = z.object({
  kind: z.literal('reconcile'),
  reported: StoredMoney,
  accrued: StoredMoney,
  from: Instant,
  until: Instant,
});
export type ReconcileFigures = z.infer<typeof ReconcileFigures>;

/** What a later step of a rule rests on: how long the resource has been at rest. */
export const RestFigures = z.object({
  kind: z.literal('rest'),
  ...ofResource,
  action: ActionKind,
  restsSince: Instant,
  /** The image that was made of it, where one was. */
  image: ResourceId.nullable(),
});
export type RestFigures = z.infer<typeof RestFigures>;

/** What a stop for the sake of a budget rests on. */
export const OverspendFigures = z.object({
  kind: z.literal('overspend'),
  ...ofResource,
  of: Stopped,
  /** What the platform reports for the period, and the sum at which the rule stops VMs. */
  spent: StoredMoney,
  at: StoredMoney,
  limit: StoredMoney,
  period: Interval,
});
export type OverspendFigures = z.infer<typeof OverspendFigures>;

/** The figures of any verdict; stored with the messages that they are told in. */
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
