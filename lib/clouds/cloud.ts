import type { ActionKind } from '../model/action-kind.ts';
import type { Observation, Part, PollResult } from '../model/facts/observation.ts';
import type { Resource, ResourceKind } from '../model/facts/resource.ts';
import type { UnreadableField } from '../model/facts/unreadable.ts';
import type { UnsupportedPart } from '../model/facts/unsupported.ts';
import type { UsagePoint, UsageSamples } from '../model/facts/usage.ts';
import type { BillingAccountId, ProjectId, ResourceId, Target, VmId } from '../model/ids.ts';
import type { Outcome } from '../model/outcome.ts';
import type { ReportedPast } from '../model/past-spend.ts';
import type { Recheck, Reread } from '../model/reread.ts';
import type { Period } from '../model/time/period.ts';
import { type Instant, type Span, seconds } from '../model/time/time.ts';
import type { ClockCheck } from './http/clock-error.ts';
import type { CloudErrorKind } from './http/errors.ts';
import type { Flaw, RequestTerms } from './http/operation.ts';
import type { CloudProfile } from './profile.ts';

/** The port that every cloud implements: the facts that it can read, and the actions that it can take. */
export type Cloud = {
  /** The facts of the cloud that need no request. */
  readonly profile: CloudProfile;
  /** Returns the same cloud, with these terms for all requests. */
  askedBy(terms: RequestTerms): Cloud;
  /** Asks the cloud for the time, and compares our clock with it. */
  seeClock(): Promise<ClockCheck>;
  /** Lists projects and billing accounts. @throws CloudError when the projects cannot be listed. */
  listTargets(): Promise<TargetList>;
  /**
   * Reads what distinguishes the account, where targets have the same names in all accounts; absent where they do not. It
   * is asked only where another connection may show the same account.
   */
  identify?(): Promise<AccountMarks>;
  /** Begins the polls of one run, which read shared data once. Each poll has its own bounds. */
  polls(): (order: PollOrder) => Promise<PollReply>;
  /** Reads a resource again and, if the decision still holds, takes the action, once. Every result is an outcome. */
  action(order: ActionOrder, now: () => Instant): Promise<Outcome>;
  /** Begins a check-up, which reads what polls and actions depend on; absent where a cloud has none. */
  checkUp?(): CheckUpCloud;
};

/** The projects and billing accounts that the cloud lists. */
export type TargetList = {
  readonly projects: readonly ListedProject[];
  readonly accounts: readonly BillingAccountId[];
  /** True if the cloud lists billing accounts. */
  readonly showsAccounts: boolean;
  /** The reasons why the lists are incomplete, if they are. */
  readonly gaps: Readonly<Record<'project' | 'account', readonly string[]>>;
};

/** The facts that distinguish an account from others. */
export type AccountMarks = {
  /** The id of the account, or of the user whose key it is; `null` where the platform does not show it. */
  readonly holder: string | null;
  /** Its resources, which no other account has. */
  readonly resources: readonly { readonly kind: ResourceKind; readonly id: string }[];
};

export type ListedProject = {
  readonly id: ProjectId;
  /** `undefined` when it is unreadable. */
  readonly account: string | null | undefined;
  /** The unreadable fields of the project in the list. */
  readonly unreadable: readonly UnreadableField[];
};

/** The parts to ask of a target, without those known to be unsupported. */
export type PollPlan = {
  /** Parts to read as specified. */
  readonly parts: ReadonlySet<Part>;
  /** Parts to read by a fallback, since the platform does not support them directly. */
  readonly fallbacks: ReadonlySet<Part>;
  /** VMs of the last observation whose usage samples are due. */
  readonly usage: readonly VmId[];
  /** Hours and days from before monitoring began whose spend is due, oldest first. */
  readonly pastSpend: readonly Period[];
};

/** The order for one poll: target, plan, time and terms. */
export type PollOrder = {
  readonly target: Exclude<Target, { kind: 'group' }>;
  readonly plan: PollPlan;
  readonly at: Instant;
  /** The billing account of a project, where the cloud reports it; the last known one where it is unreadable. */
  readonly account: string | null;
  /** The unreadable fields of the project in the list of projects. */
  readonly unreadable?: readonly UnreadableField[] | undefined;
  /** The time zone of the calendar months of spend. */
  readonly zone: string;
  /** True if the platform lists billing accounts at all. */
  readonly showsAccounts: boolean;
  /** The time that a part counts as unsupported before it is asked for again. */
  readonly unsupportedLife: Span;
  /** The time when each part was last read in full. */
  readonly seenAt?: Readonly<Partial<Record<Part, Instant>>>;
  /** The resources of the last observation, whose absence from a list must be proven. */
  readonly known: readonly Resource[];
};

/** The known facts of a target before an observation, which stand in for parts that were not due or not read. */
export type PreviousFacts = {
  readonly observation: Observation | null;
  /** The end of the newest slot of usage that is known of every VM, except those of `deferredUsage`, which have their own. */
  readonly usageUntil: Instant | null;
  readonly deferredUsage: { readonly of: Readonly<Record<VmId, { readonly until: Instant }>> } | null;
  /** The usage samples of the time that the poll asks for, oldest first. */
  readonly samplings: readonly UsageSamples[];
};

/** The replies of one poll, failures included, and the parts that it asked for. */
export type PollReply = {
  readonly at: Instant;
  readonly asked: readonly Part[];
  /** The parts that this poll found unsupported. */
  readonly unsupported: readonly UnsupportedPart[];
  /**
   * Makes the observation. `previous` stands in for what this poll did not read. A turn that loses its commit calls it
   * again, with the newer head.
   */
  observe(previous: PreviousFacts): PollResult;
  /** The time before the poll whose usage samples `observe` compares with its own; absent where it needs none. */
  readonly comparesWith?: Span;
  /** Spend from before monitoring began, as the platform reports it; absent when it was not asked for. */
  readonly pastSpend?: ReportedPast | null;
};

/** The total time that a target's requests may be in flight, except those for usage samples. */
export const pollPatience: Span = seconds(90);

/** An order for an action on one resource, with the check to repeat just before it. */
export type ActionOrder = {
  readonly kind: ActionKind;
  readonly project: ProjectId;
  readonly resource: { readonly kind: ResourceKind; readonly id: string };
  /** The image to make, or that must be ready first. */
  readonly image: ResourceId | null;
  readonly because: string;
  /** The age that the last read may have when the request is sent. */
  readonly rereadWithin: Span;
  /** Checks whether the decision still holds for the resource as it was just read again. */
  check(reread: Reread, at: Instant): Recheck | Promise<Recheck>;
};

/** A cloud that records each request, with the requests that only a check-up makes. */
export type CheckUpCloud = Cloud & {
  readonly asks: readonly RecordedRequest[];
  /** Returns the user of the key; `null` when unknown. */
  user(): Promise<string | null>;
  /** Returns the known roles, including those of other users where the platform lists them. */
  grants(): Promise<readonly Grant[]>;
  /** Returns the usage samples of a VM; none when they cannot be read. */
  samples(project: ProjectId, vm: VmId, vcpus: number): Promise<Samples>;
  /** Reads one VM as it is read just before an action on it. */
  rereadVm(project: ProjectId, vm: VmId): Promise<void>;
};

/** The number of samples, and the use that each shows by itself. */
export type Samples = { readonly count: number; readonly points: readonly UsagePoint[] };

/** A role that somebody has on a project or on a billing account. */
export type Grant = {
  readonly project?: string | null | undefined;
  readonly account?: string | null | undefined;
  readonly holder?: string | null | undefined;
  readonly role?: string | null | undefined;
};

/** The purpose of a request: a part of a poll or its fallback, a list of targets, or a check of keys or actions. */
export type Topic = Part | 'projects' | 'accounts' | 'permissions' | 'reread';

/** A request to the cloud, and its outcome. */
export type RecordedRequest = {
  /** `null` for a request without a purpose of its own. */
  readonly topic: Topic | null;
  /** The id of the operation, which the flaws and errors of its replies have too. */
  readonly operation: string;
  /** Its project or billing account, by the cloud's own id; `null` for neither. */
  readonly about: { readonly kind: 'project' | 'account'; readonly id: string } | null;
  readonly outcome:
    | { readonly kind: 'answered'; readonly items: number; readonly flaws: readonly Flaw[] }
    | { readonly kind: 'refused'; readonly error: CloudErrorKind; readonly because: string };
};
