import type { ProjectId, ResourceId, VmId } from '../../lib/model/ids.ts';
import type { AlertMatch } from '../../lib/model/override.ts';
import type { Policy } from '../../lib/model/rules/policy.ts';
import type { Instant, Span } from '../../lib/model/time/time.ts';
import type { FaultScript } from './engine/faults.ts';
import type { Spell } from './spell.ts';
import type { NanoPrice } from './world/true-resource.ts';

/** How a VM is used by its people. */
export type Habit = 'forgotten' | 'abandoned' | 'worker' | 'blippy' | 'restless' | 'marked' | 'busy';

export type VmPlan = {
  readonly project: ProjectId;
  readonly id: VmId;
  readonly habit: Habit;
  readonly price: NanoPrice;
  readonly vcpus: number;
  readonly gpus: number;
  readonly metadata: Readonly<Record<string, string>>;
  /** How long it is committed for, from when it is made. */
  readonly committedFor: Span | null;
  /** After the start of the simulation; what is negative was there before. */
  readonly createdAfter: Span;
};

/** Times are from the start of the simulation on. */
export type ThingPlan = {
  readonly kind: 'machine' | 'volume' | 'disk' | 'image' | 'cluster' | 'bucket';
  readonly project: ProjectId;
  readonly id: ResourceId;
  readonly price: NanoPrice;
  readonly createdAfter: Span;
  readonly deletedAfter: Span | null;
  readonly createdBy: string | null;
  /** Of a disk: what it was made from. */
  readonly image: string | null;
  /** A machine that is switched, a disk that is attached, whatever fails. */
  readonly changes: readonly { readonly after: Span; readonly state: string }[];
  readonly commitments: readonly { readonly after: Span; readonly until: Span }[];
  /** Of a disk: whether its data center is shown, which tells what it costs while nothing holds it. */
  readonly isPlaced?: boolean;
  /** Of a volume: how much is on it. */
  readonly fillings: readonly { readonly after: Span; readonly gib: number }[];
};

/** A billing account, its money in nano-dollars. */
export type AccountPlan = {
  readonly paymentTerms: string;
  readonly credit: bigint;
  readonly topUps: readonly { readonly after: Span; readonly nanos: bigint }[];
  /** Whether it works is another matter than whether it is promised. */
  readonly recharge: { readonly low: bigint; readonly high: bigint; readonly works: boolean } | null;
  readonly states: readonly { readonly after: Span; readonly state: string }[];
  readonly hourlyLimit: bigint | null;
  readonly monthlyLimit: bigint | null;
  /** Where they are told: invoices in whole cents, and each payment, those among them that failed. */
  readonly owed?: {
    readonly invoices: readonly {
      readonly after: Span;
      readonly due: Span;
      readonly paid: Span;
      readonly cents: number;
    }[];
  };
};

/** Someone tells spendwatch to be silent of something, and may take that back before its end. */
export type SilencePlan = {
  readonly id: string;
  readonly alerts: AlertMatch;
  readonly after: Span;
  readonly lasts: Span;
  readonly withdrawnAfter: Span | null;
};

/** Someone has something kept, paused, stopped or started. */
export type OverridePlan = Omit<SilencePlan, 'alerts'> & {
  readonly told:
    | { readonly kind: 'keep'; readonly subject: string }
    | { readonly kind: 'pause'; readonly project?: string }
    | { readonly kind: 'order'; readonly action: 'stop' | 'start'; readonly subject: string };
};

/** How often people approve what they are asked about, how often they deny what they are told, and how soon. */
export type Answering = { readonly approve: number; readonly deny: number; readonly within: Span };

/** What goes wrong with the schedule itself: chances per tick. */
export type TickFaults = {
  readonly missing: number;
  readonly late: number;
  readonly duplicate: number;
  /** How long `act` may be in coming after a `watch`. */
  readonly actLag: Span;
};

/** Everything that a run of the simulation is made from. */
export type Scenario = {
  readonly seed: number;
  readonly start: Instant;
  readonly span: Span;
  /** At the end of it: nothing goes wrong any more, and what is owed must come. */
  readonly quiet: Span;
  readonly poll: Span;
  readonly projects: readonly ProjectId[];
  readonly vms: readonly VmPlan[];
  readonly things: readonly ThingPlan[];
  readonly account: AccountPlan;
  readonly silences: readonly SilencePlan[];
  readonly words: readonly OverridePlan[];
  readonly answering: Answering;
  /** Projects that are wound up in the midst of it. */
  readonly closings: readonly { readonly project: ProjectId; readonly after: Span }[];
  /** The policy in force from each instant on, oldest first; the first from the start. */
  readonly policies: readonly [PolicyFrom, ...PolicyFrom[]];
  readonly faults: FaultScript;
  readonly ticks: TickFaults;
  /** Whether each I/O takes its time. */
  readonly hasLatency: boolean;
  /** How far the clock of a process may be off, either way. */
  readonly skew: Span;
  readonly sampleLag: Span;
  readonly routes: readonly string[];
  readonly isOldPlatform: boolean;
  /** Whether people meddle with what is about to be stopped. */
  readonly meddling: number;
  /** VMs whose monitor or metadata cannot be seen for a while. */
  readonly blindSpells: readonly BlindSpell[];
  readonly spells: readonly Spell[];
};

export type PolicyFrom = { readonly from: Instant; readonly policy: Policy };
export type BlindSpell = {
  readonly vm: VmId;
  readonly project: ProjectId;
  readonly what: 'samples' | 'metadata';
  readonly from: Instant;
  readonly until: Instant;
};

/** The policy in force at an instant. */
export const policyAt = ({ policies }: Scenario, at: Instant): Policy =>
  (policies.findLast(({ from }) => from <= at) ?? policies[0]).policy;

/** Nothing ever goes wrong: every figure must be right to the last digit, every message come once. */
export const isCalm = ({ faults, hasLatency, skew, start }: Scenario): boolean =>
  !hasLatency && skew === 0 && faults.quietFrom <= start;
