import * as z from 'zod';
import { CloudName } from '../cloud-name.ts';
import { BillingAccountId, TargetId, VmId } from '../ids.ts';
import { StoredMoney, StoredPrice } from '../money/money.ts';
import { LastPayment, NextInvoice, OverdueInvoices, ReportedSpend, Spend } from '../money/spend.ts';
import { ofKind } from '../of-kind.ts';
import { Instant } from '../time/time.ts';
import { formatShortList } from '../words.ts';
import { AccountStanding, PaymentTerms } from './account-standing.ts';
import { Resource, type ResourceKind } from './resource.ts';
import { UnreadableField } from './unreadable.ts';
import { UsageSignal, VmUsage } from './usage.ts';

/** The parts that a poll asks for; each is answered, missing, or not due this time. */
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

/** The part that lists each kind of resource. */
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

/** A part that a poll could not read, of the whole target or of one VM. */
export const MissingPart = z.object({
  part: Part,
  because: z.string(),
  /** The VM concerned; absent when it is unknown which. */
  vm: VmId.optional(),
});
export type MissingPart = z.infer<typeof MissingPart>;

/** A field outside of resources that could not be read, with its part and, for usage, its VM. */
const UnreadablePart = UnreadableField.extend({ part: Part, vm: VmId.optional() });
export type UnreadablePart = z.infer<typeof UnreadablePart>;

/** The cloud of the target. Records from before there was more than one cloud have the first. */
const cloud = CloudName.default('compute');

/** A project, as the cloud showed it at one instant. */
export const ProjectObservation = ofKind('project', {
  cloud,
  at: Instant,
  account: BillingAccountId.nullable(),
  /** Parts that this poll read in full. */
  seen: z.array(Part),
  missing: z.array(MissingPart),
  /** Resources of parts that were not due or not read in full are carried over from the last observation. */
  resources: z.array(Resource),
  /** The hourly price of a GiB of disk, by data center in which the project has disks. */
  diskGibPrices: z.record(z.string(), StoredPrice).default({}),
  /** `null` when it was not asked for or not answered. */
  spend: ReportedSpend.nullable(),
  /** The usage figures that its cloud supports. A usage slot is complete when it has all of them. */
  signals: z.array(UsageSignal).default(UsageSignal.options),
  /** The usage samples of this poll. */
  usage: z.array(VmUsage),
  /** Unreadable fields. Those of parts that were not due are carried over; resources hold their own. */
  unreadable: z.array(UnreadablePart).optional(),
});
export type ProjectObservation = z.infer<typeof ProjectObservation>;

/** A billing account, as the cloud showed it at one instant. */
export const AccountObservation = ofKind('account', {
  cloud,
  at: Instant,
  seen: z.array(Part),
  missing: z.array(MissingPart),
  standing: AccountStanding,
  /** The cloud's own word for its state, for messages. */
  state: z.string(),
  paymentTerms: PaymentTerms,
  recharge: z.object({ low: StoredMoney, high: StoredMoney, auto: z.boolean() }).nullable(),
  creditBalance: StoredMoney.nullable(),
  /** The time since which the balance is under the recharge's `low`; `null` while it is not. */
  lowSince: Instant.nullable().default(null),
  /** `null` when unknown. */
  overdue: OverdueInvoices.nullable().default(null),
  /** `null` when unknown. */
  payment: LastPayment.nullable().default(null),
  /** Absent when the platform reports none. An account that does not pay by invoice may have one of zero. */
  nextInvoice: NextInvoice.optional(),
  burnRate: StoredPrice.nullable(),
  /**
   * Present where `burnRate` is an estimate, the sum of the rates of its projects, because the platform reports none or keeps
   * reporting 0. `unpriced` is the number of resources without a price, which the sum leaves out.
   */
  rateOfProjects: z.object({ unpriced: z.number().int() }).optional(),
  burnLimit: StoredPrice.nullable(),
  monthlySpend: StoredMoney.nullable(),
  monthlySpendLimit: StoredMoney.nullable(),
  spend: ReportedSpend.nullable(),
  unreadable: z.array(UnreadablePart).optional(),
});
export type AccountObservation = z.infer<typeof AccountObservation>;

/** A group of projects that a rule combines, from their heads at one instant. */
export const GroupObservation = ofKind('group', {
  /** The cloud of all its members; `null` when there are several, or none. */
  cloud: CloudName.nullable().default(null),
  at: Instant,
  seen: z.array(Part),
  /** Members whose figures are out of date. */
  missing: z.array(MissingPart),
  members: z.array(TargetId),
  /** Members without any figure, which the group's spend leaves out. */
  unpolledMembers: z.array(TargetId).default([]),
  /**
   * The reason why some of its spend may be counted twice; absent while none may. No action follows from such a sum.
   */
  mayCountTwice: z.string().optional(),
  spend: Spend,
});
export type GroupObservation = z.infer<typeof GroupObservation>;

export const Observation = z.discriminatedUnion('kind', [
  ProjectObservation,
  AccountObservation,
  GroupObservation,
]);
/** The facts about a target at one instant. */
export type Observation = z.infer<typeof Observation>;

/** `everything`: the cloud did not answer at all. `unlisted`: the cloud no longer lists the target. */
export const FailureScope = z.enum(['everything', 'unlisted']);
export type FailureScope = z.infer<typeof FailureScope>;

/** A poll that failed as a whole, and why. It changes no figure. */
export type FailedPoll = {
  readonly kind: 'failed-poll';
  readonly at: Instant;
  readonly because: string;
  /** True if the cloud answered that there is no such target. */
  readonly isGone?: boolean;
  /** Absent when only this target's poll failed. */
  readonly scope?: FailureScope;
  /** The reason why a listed connection may count the target's spend too; absent while none may. */
  readonly mayCountTwice?: string;
};

/** The result of a poll: an observation, or why it failed. */
export type PollResult = Observation | FailedPoll;

/** An unreadable field; `of` is the key of its resource, "vm/train-7b", or `null` for the target itself. */
export type UnreadableFact = UnreadableField & { readonly part: Part; readonly of: string | null };

/** Lists all fields of a target that could not be read when they were last asked for. */
export function listUnreadableFacts(observation: Observation): UnreadableFact[] {
  if (observation.kind === 'group') return [];
  const targetFacts = (observation.unreadable ?? []).map(({ part, vm, field, because }) => ({
    part,
    of: vm === undefined ? null : `vm/${vm}`,
    field,
    because,
  }));
  if (observation.kind === 'account') return targetFacts;
  const resourceFacts = observation.resources.flatMap(({ kind, id, unreadable = [] }) =>
    unreadable.map((fact) => ({ part: partOf[kind], of: `${kind}/${id}`, ...fact })),
  );
  return [...resourceFacts, ...targetFacts];
}

const mostNamed = 5;
/** Returns the unreadable fields as text, the first few by name. */
export function unreadableFactsInWords(facts: readonly UnreadableFact[]): string {
  const names = facts.map(({ of, part, field, because }) => {
    return `${field} of ${of ?? `its ${part}`} (${because})`;
  });
  return `cannot be read: ${formatShortList(names, mostNamed)}`;
}
