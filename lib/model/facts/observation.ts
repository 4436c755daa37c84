import * as z from 'zod';
import { BillingAccountId, TargetId, VmId } from '../ids.ts';
import { StoredMoney, StoredPrice } from '../money/money.ts';
import { LastPayment, OverdueInvoices } from '../money/money-owed.ts';
import { ReportedSpend } from '../money/reported-spend.ts';
import { Spend } from '../money/spend.ts';
import { Instant } from '../time/time.ts';
import { Resource, type ResourceKind } from './resource.ts';
import { Unreadable } from './unreadable.ts';
import { VmUsage } from './usage.ts';

/** What a look asks for; each is answered, missing, or not asked this time. */
export const Part = z.enum([
  'vms',
  'machines',
  'clusters',
  'volumes',
  'disks',
  'buckets',
  'prices',
  'images',
  'networks',
  'spend',
  'usage',
  'account',
  'invoices',
  'payments',
]);
export type Part = z.infer<typeof Part>;

/** The part of a look that shows a kind of resource. */
export const partOf = {
  vm: 'vms',
  machine: 'machines',
  cluster: 'clusters',
  'cluster-machine': 'clusters',
  volume: 'volumes',
  disk: 'disks',
  bucket: 'buckets',
  image: 'images',
  network: 'networks',
} as const satisfies Record<ResourceKind, Part>;

/** A part that was asked for and could not be had, whole or of one VM. */
export const Missing = z.object({
  part: Part,
  because: z.string(),
  /** The one VM that it is about; without one, nobody knows which. */
  vm: VmId.optional(),
});
export type Missing = z.infer<typeof Missing>;

/** A fact beside those of resources that could not be read: of which part, and of which VM if of one. */
const UnreadablePart = Unreadable.extend({ part: Part, vm: VmId.optional() });
export type UnreadablePart = z.infer<typeof UnreadablePart>;

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
  /** What a GiB of a disk costs an hour, in those data centers in which the project has disks. */
  diskGibPrices: z.record(z.string(), StoredPrice).default({}),
  /** `null` when it was not asked for or not answered. */
  spend: ReportedSpend.nullable(),
  /** What monitors told in this look. */
  usage: z.array(VmUsage),
  /** Those of parts not asked for are carried over; resources name their own. */
  unreadable: z.array(UnreadablePart).optional(),
});
export type ProjectObservation = z.infer<typeof ProjectObservation>;

/** A billing account, as the cloud showed it at one instant. */
export const AccountObservation = z.object({
  kind: z.literal('account'),
  at: Instant,
  seen: z.array(Part),
  missing: z.array(Missing),
  state: z.string(),
  paymentTerms: z.string().nullable(),
  recharge: z.object({ low: StoredMoney, high: StoredMoney, auto: z.boolean() }).nullable(),
  creditBalance: StoredMoney.nullable(),
  /** Since when the balance is seen under the recharge's `low`; `null` while it is not. */
  lowSince: Instant.nullable().default(null),
  /** `null` where nothing tells. */
  overdue: OverdueInvoices.nullable().default(null),
  /** `null` where nothing tells. */
  payment: LastPayment.nullable().default(null),
  burnRate: StoredPrice.nullable(),
  burnLimit: StoredPrice.nullable(),
  monthlySpend: StoredMoney.nullable(),
  monthlySpendLimit: StoredMoney.nullable(),
  spend: ReportedSpend.nullable(),
  unreadable: z.array(UnreadablePart).optional(),
});
export type AccountObservation = z.infer<typeof AccountObservation>;

/** Projects that a rule takes together, as their heads stood at one instant. */
export const GroupObservation = z.object({
  kind: z.literal('group'),
  at: Instant,
  seen: z.array(Part),
  /** Members whose figures are not of now. */
  missing: z.array(Missing),
  members: z.array(TargetId),
  /** Members of which no figure is known, so that the spend covers less than the group. */
  lacking: z.array(TargetId).default([]),
  spend: Spend,
});
export type GroupObservation = z.infer<typeof GroupObservation>;

export const Observation = z.discriminatedUnion('kind', [
  ProjectObservation,
  AccountObservation,
  GroupObservation,
]);
/** A target that could be seen. */
export type Observation = z.infer<typeof Observation>;

/** No target could be seen, since the cloud did not answer at all; or the cloud no longer lists this one. */
export const FailureScope = z.enum(['everything', 'unlisted']);
export type FailureScope = z.infer<typeof FailureScope>;

/** A target that could not be seen at all, and why. It changes no figure; it counts as a miss. */
export type FailedPoll = {
  readonly kind: 'unseen';
  readonly at: Instant;
  readonly because: string;
  /** Left out when it is this target alone that could not be seen. */
  readonly scope?: FailureScope;
};

/** Facts about a target at one instant, or that it could not be seen and why. */
export type PollResult = Observation | FailedPoll;

/** A fact that could not be read, and what it is of: "vm/train-7b", or `null` for the target itself. */
export type UnreadableFact = Unreadable & { readonly part: Part; readonly of: string | null };

/** All facts of a target that could not be read when they were last asked for. */
export function unreadableIn(observation: Observation): UnreadableFact[] {
  if (observation.kind === 'group') return [];
  const own = (observation.unreadable ?? []).map(({ part, vm, field, because }) => ({
    part,
    of: vm === undefined ? null : `vm/${vm}`,
    field,
    because,
  }));
  if (observation.kind === 'account') return own;
  const ofResources = observation.resources.flatMap(({ kind, id, unreadable = [] }) =>
    unreadable.map((fact) => ({ part: partOf[kind], of: `${kind}/${id}`, ...fact })),
  );
  return [...ofResources, ...own];
}

const mostNamed = 5;
/** Such facts for a sentence, the first few by name. */
export function unreadableFactsInWords(facts: readonly UnreadableFact[]): string {
  const named = facts.slice(0, mostNamed).map(({ of, part, field, because }) => {
    return `${field} of ${of ?? `its ${part}`} (${because})`;
  });
  const rest = facts.length - named.length;
  return `cannot be read: ${named.join(', ')}${rest === 0 ? '' : ` and ${rest} more`}`;
}
