import * as z from 'zod';
import { BillingAccountId } from './ids.ts';
import { StoredMoney, StoredPrice } from './money.ts';
import { Resource } from './resource.ts';
import { Instant } from './time.ts';
import { VmUsage } from './usage.ts';

/** What a look asks for; each is answered, missing, or not asked this time. */
export const Part = z.enum(['vms', 'machines', 'volumes', 'spend', 'usage', 'account']);
export type Part = z.infer<typeof Part>;

/** A part that was asked for and could not be had, whole or in one item. */
export const Missing = z.object({ part: Part, because: z.string() });
export type Missing = z.infer<typeof Missing>;

/** The platform's own figure for the spend from one instant up to another. */
export const ReportedSpend = z.object({
  amount: StoredMoney,
  from: Instant,
  /** Up to when usage is in the figure; the platform reckons once an hour. */
  until: Instant,
});
export type ReportedSpend = z.infer<typeof ReportedSpend>;

/** A project, as the cloud showed it at one instant. */
export const ProjectObservation = z.object({
  kind: z.literal('project'),
  at: Instant,
  account: BillingAccountId.nullable(),
  /** Parts that answered whole in this look. */
  seen: z.array(Part),
  missing: z.array(Missing),
  /** Those of parts not asked for or not answered whole are carried over from the look before. */
  resources: z.array(Resource),
  /** `null` when it was not asked for or not answered. */
  spend: ReportedSpend.nullable(),
  usage: z.array(VmUsage),
});
export type ProjectObservation = z.infer<typeof ProjectObservation>;

/** A billing account, as the cloud showed it at one instant. */
export const AccountObservation = z.object({
  kind: z.literal('account'),
  at: Instant,
  seen: z.array(Part),
  missing: z.array(Missing),
  state: z.string(),
  creditBalance: StoredMoney.nullable(),
  burnRate: StoredPrice.nullable(),
  burnLimit: StoredPrice.nullable(),
  monthlySpend: StoredMoney.nullable(),
  monthlySpendLimit: StoredMoney.nullable(),
  spend: ReportedSpend.nullable(),
});
export type AccountObservation = z.infer<typeof AccountObservation>;

export const Sighting = z.discriminatedUnion('kind', [ProjectObservation, AccountObservation]);
/** A target that could be seen. */
export type Sighting = z.infer<typeof Sighting>;

/** A target that could not be seen at all, and why. It changes no figure; it counts as a miss. */
export type Unseen = { readonly kind: 'unseen'; readonly at: Instant; readonly because: string };

/** Facts about a target at one instant, or that it could not be seen and why. */
export type Observation = Sighting | Unseen;
