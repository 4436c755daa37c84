import type { Connection } from '../../lib/jobs/ports.ts';
import type { ConnectionName } from '../../lib/model/connection-name.ts';
import type { ProjectId, ResourceId, RuleName, VmId } from '../../lib/model/ids.ts';
import type { Instant, Span } from '../../lib/model/time/time.ts';
import type { AlertMatch } from '../../lib/state/override.ts';
import type { Policy } from '../../lib/state/policy.ts';
import type { FaultScript } from './engine/faults.ts';
import type { Spell } from './spell.ts';
import type { Disks, NanoPrice, PodMember } from './world/true-resource.ts';

/** The use of a VM by its people. */
export type Habit =
  | 'forgotten'
  | 'abandoned'
  | 'worker'
  | 'blippy'
  | 'restless'
  | 'marked'
  | 'busy'
  | 'daily'
  | 'weekdays'
  | 'retired'
  | 'light'
  | 'wanted';

export type VmPlan = {
  readonly project: ProjectId;
  readonly id: VmId;
  readonly habit: Habit;
  readonly price: NanoPrice;
  /** Its price while it is stopped; absent for the same. */
  readonly restPrice?: NanoPrice;
  readonly disks?: Disks;
  /** Optional members that its record leaves out; absent for none. */
  readonly leavesOut?: readonly PodMember[];
  readonly vcpus: number;
  readonly gpus: number;
  readonly metadata: Readonly<Record<string, string>>;
  /** The length of its commitment, from its creation. */
  readonly committedFor: Span | null;
  /** The time, relative to the start, of a commitment of a month whose end the platform does not show. */
  readonly commitsAfter?: Span;
  /** Its creation, relative to the start of the simulation; negative before it. */
  readonly createdAfter: Span;
};

/** A resource other than a VM. Times are relative to the start of the simulation. */
export type ThingPlan = {
  readonly kind: 'machine' | 'volume' | 'disk' | 'image' | 'cluster' | 'bucket';
  readonly project: ProjectId;
  readonly id: ResourceId;
  readonly price: NanoPrice;
  readonly createdAfter: Span;
  readonly deletedAfter: Span | null;
  readonly createdBy: string | null;
  /** The image that a disk was made from. */
  readonly image: string | null;
  /** Changes of state: a machine that is switched, a disk that is attached, anything that fails. */
  readonly changes: readonly { readonly after: Span; readonly state: string }[];
  readonly commitments: readonly { readonly after: Span; readonly until: Span }[];
  /** True if a disk's data center is shown, which determines its price while it is detached. */
  readonly isPlaced?: boolean;
  /** The amounts of data on a volume. */
  readonly fillings: readonly { readonly after: Span; readonly gib: number }[];
};

/** A billing account, with money in nano-dollars. */
export type AccountPlan = {
  readonly paymentTerms: string;
  readonly credit: bigint;
  readonly topUps: readonly { readonly after: Span; readonly nanos: bigint }[];
  /** The auto-recharge; it may be promised and still not work. */
  readonly recharge: { readonly low: bigint; readonly high: bigint; readonly works: boolean } | null;
  readonly states: readonly { readonly after: Span; readonly state: string }[];
  readonly hourlyLimit: bigint | null;
  readonly monthlyLimit: bigint | null;
  /** The reported debts: invoices in whole cents, and each payment, failed ones included. */
  readonly owed?: {
    readonly invoices: readonly {
      readonly after: Span;
      readonly due: Span;
      readonly paid: Span;
      readonly cents: number;
    }[];
  };
};

/** A person's silence, which may be revoked before its end. */
export type SilencePlan = {
  readonly id: string;
  readonly alerts: AlertMatch;
  readonly after: Span;
  readonly lasts: Span;
  readonly withdrawnAfter: Span | null;
};

/** A person's keep, pause, or order. */
export type OverridePlan = Omit<SilencePlan, 'alerts'> & {
  readonly override:
    | { readonly kind: 'keep'; readonly subject: string }
    | { readonly kind: 'pause'; readonly project?: string }
    | { readonly kind: 'order'; readonly action: 'stop' | 'start'; readonly subject: string };
};

/** The probability that people approve a request, and that they deny an announcement, and the time they take. */
export type Answering = { readonly approve: number; readonly deny: number; readonly within: Span };

/** How owners start VMs again that were stopped: some soon, within a time, and the others some hours after it. */
export type Returns = { readonly soon: number; readonly within: Span };

/** The faults of the schedule itself, as probabilities per tick. */
export type TickFaults = {
  readonly missing: number;
  readonly late: number;
  readonly duplicate: number;
  /** The longest delay of `act` after a `watch`. */
  readonly actLag: Span;
};

/** A stop by a rule before the start, and how long the VM rested until its owner started it again. */
export type PastStopPlan = Pick<VmPlan, 'project' | 'id'> & {
  readonly rule: RuleName;
  /** Its time, relative to the start; negative. */
  readonly after: Span;
  readonly rests: Span;
};

/** The time before the start, of which only usage samples and stops are in the ledger. */
export type PastPlan = {
  readonly lasts: Span;
  /** The stops by an earlier watcher, which the heads record. */
  readonly stops: readonly PastStopPlan[];
  /** The times, relative to the start, in which no sample was asked for. */
  readonly gaps: readonly { readonly from: Span; readonly until: Span }[];
  /** The time at which the ledger loses the weeks of use, which must be made again from samples; `null` for never. */
  readonly weeksLostAfter: Span | null;
};

type Time = { readonly from: Instant; readonly until: Instant };

/** What a source reports of who is logged in, and when it reports nothing. */
export type LoginsPlan = {
  readonly of: readonly {
    readonly project: ProjectId;
    readonly vm: VmId;
    readonly used: readonly Time[];
    readonly silent: readonly Time[];
  }[];
  /** The times in which it cannot be read, by one job or by both. */
  readonly outages: readonly (Time & { readonly job: 'watch' | 'act' | null })[];
};

/** A further connection, and its world, with plans and faults of its own, as if it were the only one. */
export type ConnectionPlan = { readonly name: ConnectionName; readonly scenario: Scenario };

/** The input of a run of the simulation. */
export type Scenario = {
  /** The cloud that shows the world; absent for the first one. */
  readonly cloud?: 'runpod';
  readonly seed: number;
  readonly start: Instant;
  readonly span: Span;
  /** The final stretch without faults, in which everything owed must arrive. */
  readonly quiet: Span;
  readonly poll: Span;
  readonly projects: readonly ProjectId[];
  readonly vms: readonly VmPlan[];
  readonly things: readonly ThingPlan[];
  readonly account: AccountPlan;
  readonly silences: readonly SilencePlan[];
  readonly overrides: readonly OverridePlan[];
  readonly answering: Answering;
  /** Projects that are deleted during the run. */
  readonly closings: readonly { readonly project: ProjectId; readonly after: Span }[];
  /** The policies with their start times, oldest first; the first applies from the start. */
  readonly policies: readonly [PolicyFrom, ...PolicyFrom[]];
  readonly faults: FaultScript;
  readonly ticks: TickFaults;
  /** True if each I/O takes time. */
  readonly hasLatency: boolean;
  /** The largest clock error of a process, in either direction. */
  readonly skew: Span;
  readonly sampleLag: Span;
  readonly routes: readonly string[];
  readonly isOldPlatform: boolean;
  /** The probability that people interfere with planned actions. */
  readonly meddling: number;
  /** Absent where people start some stopped VMs again at any time, and never the others. */
  readonly returns?: Returns;
  /** VMs whose monitor or metadata cannot be read for a while. */
  readonly blindSpells: readonly BlindSpell[];
  readonly spells: readonly Spell[];
  /** True if people answer in the middle of runs of `act`, and at the same moment as others. */
  readonly isHasty?: boolean;
  /** True if the platform reports all spend twice for some hours. */
  readonly billsTwice?: true;
  /** Absent where no source reports who is logged in. */
  readonly logins?: LoginsPlan;
  /** Absent where nothing was known before the start. */
  readonly past?: PastPlan;
  /** The connections besides the one without a name, which the rest is about; absent without any. */
  readonly connections?: readonly ConnectionPlan[];
  /** A further connection to the account of the unnamed one; absent where each account has one. */
  readonly twin?: Pick<Connection, 'name' | 'address'>;
};

export type PolicyFrom = { readonly from: Instant; readonly policy: Policy };
export type BlindSpell = {
  readonly vm: VmId;
  readonly project: ProjectId;
  readonly what: 'samples' | 'metadata';
  readonly from: Instant;
  readonly until: Instant;
};

/** Returns the policy in force at an instant. */
export const policyAt = ({ policies }: Scenario, at: Instant): Policy =>
  (policies.findLast(({ from }) => from <= at) ?? policies[0]).policy;

/** Reports whether a scenario has no faults: every figure must then be exact, and every message must arrive once. */
export const isCalm = ({ faults, hasLatency, skew, start }: Scenario): boolean =>
  !hasLatency && skew === 0 && faults.quietFrom <= start;
