import type { ActionKind } from '../model/action-kind.ts';
import type { Part, PollResult } from '../model/facts/observation.ts';
import type { ResourceKind } from '../model/facts/resource.ts';
import type { Unreadable } from '../model/facts/unreadable.ts';
import type { Fallback, Unsupported } from '../model/facts/unsupported.ts';
import type { UsagePoint } from '../model/facts/usage.ts';
import type { Head } from '../model/head.ts';
import type { BillingAccountId, ProjectId, ResourceId, Target, VmId } from '../model/ids.ts';
import type { Outcome } from '../model/outcome.ts';
import type { Recheck, Reread } from '../model/reread.ts';
import { type Instant, type Span, seconds } from '../model/time/time.ts';
import type { ClockSeen } from './clock-error.ts';
import type { CloudErrorKind } from './errors.ts';
import type { Asking, Flaw } from './operation.ts';

/** The port that every cloud implements: the facts that it can tell, and the actions that it can take. */
export type Provider = {
  /** Returns the same provider, every question to which is asked on these terms. */
  askedBy(terms: Asking): Provider;
  /** Whether a reply has told the time within the last minutes, and it was ours. */
  tellsTime(): boolean;
  /** Asks for the time. */
  seeClock(): Promise<ClockSeen>;
  /** Lists what there is to watch. @throws CloudError when the projects cannot be listed. */
  listTargets(): Promise<TargetList>;
  /** Begins the polls of one run, which ask once for what several targets share. Each reads no more than one may. */
  polls(terms: PollTerms): (order: PollOrder) => Promise<Polled>;
  /** Why an action cannot be taken on resources of a kind; `null` where it can. */
  unsupported(action: ActionKind, on: ResourceKind): string | null;
  /** Reads a resource again and, if the decision still holds for it, takes the action, once. Every end is an outcome. */
  action(order: ActionOrder, now: () => Instant): Promise<Outcome>;
  /** Begins a check-up, which asks for what polls and actions rest on and notes each question. */
  checkUp(): CheckUpProvider;
};

/** What there is to watch, as far as the cloud lists it. */
export type TargetList = {
  readonly projects: readonly ListedProject[];
  readonly accounts: readonly BillingAccountId[];
  /** Whether billing accounts are listed; a cloud that lists them lists each. */
  readonly showsAccounts: boolean;
  /** What the lists do not tell of. */
  readonly gaps: Readonly<Record<'project' | 'account', readonly string[]>>;
};

export type ListedProject = {
  readonly id: ProjectId;
  /** `undefined` where the list tells it in a form that cannot be read. */
  readonly account: string | null | undefined;
  /** What the list tells of it and cannot be read. */
  readonly unreadable: readonly Unreadable[];
};

/** What to ask the cloud about a target this time. A part that the platform is known to lack is not in it. */
export type PollPlan = {
  /** Parts to ask for as the specification has them. */
  readonly parts: ReadonlySet<Part>;
  /** Parts to ask for by a fallback at once. */
  readonly fallbacks: ReadonlyMap<Part, Fallback>;
  /** VMs whose monitor samples are due, as far as the last observation knows them. */
  readonly usage: readonly VmId[];
};

/** What all polls of a run share. */
export type PollTerms = {
  /** The time zone of the calendar months that spend is asked for. */
  readonly zone: string;
  /** Whether the platform lists billing accounts at all. */
  readonly showsAccounts: boolean;
  /** How long it is believed that the platform does not offer something. */
  readonly unsupportedLife: Span;
};

/** What one poll asks about which target, and when. */
export type PollOrder = {
  readonly target: Exclude<Target, { kind: 'group' }>;
  readonly plan: PollPlan;
  readonly at: Instant;
  /** The billing account of a project, where the cloud says; the one before where that cannot be read. */
  readonly account: string | null;
  /** What the list of projects tells of it and cannot be read. */
  readonly unreadable?: readonly Unreadable[] | undefined;
};

/** What the cloud answered at one instant, and the parts that it was asked for. A question that failed is a part of it. */
export type Polled = {
  readonly at: Instant;
  readonly asked: readonly Part[];
  /** What this look found the platform not to offer. */
  readonly lacking: readonly Unsupported[];
  /** With a head for what was not asked or not answered: the newest, which may not be the one that was known. */
  observe(head: Head): PollResult;
};

/** How long a target's requests may be in flight, all told, except those for monitor samples. */
export const pollPatience: Span = seconds(90);

/** An action on one resource of a project, and what it is held against once more. */
export type ActionOrder = {
  readonly kind: ActionKind;
  readonly project: ProjectId;
  readonly resource: { readonly kind: ResourceKind; readonly id: string };
  /** The image that is to be made, or that must be ready first. */
  readonly image: ResourceId | null;
  readonly because: string;
  /** How old the last read may be when the cloud is asked. */
  readonly rereadWithin: Span;
  /** Whether the decision still holds for the resource as it was just read again. */
  check(reread: Reread, at: Instant): Recheck;
};

/** A provider that notes each question, with what only a check-up asks. */
export type CheckUpProvider = Provider & {
  readonly asks: readonly Ask[];
  readonly operations: OperationNames;
  /** Returns whom the key belongs to; `null` where that is not told. */
  user(): Promise<string | null>;
  /** Returns the roles that are told; of others than the key's user too where the platform lists them. */
  grants(): Promise<readonly Grant[]>;
  /** Returns the monitor samples of a VM; none where they cannot be had. */
  samples(project: ProjectId, vm: VmId, vcpus: number): Promise<Samples>;
  /** Reads one VM as it is read just before an action on it. */
  rereadVm(project: ProjectId, vm: VmId): Promise<void>;
};

/** How many samples there are, and what each shows by itself. */
export type Samples = { readonly count: number; readonly points: readonly UsagePoint[] };

/** A role that somebody has on a project or on a billing account. */
export type Grant = {
  readonly project?: string | null | undefined;
  readonly account?: string | null | undefined;
  readonly holder?: string | null | undefined;
  readonly role?: string | null | undefined;
};

/** A question to the cloud, and what became of it. */
export type Ask = {
  readonly operation: string;
  /** The id of the project or the billing account that it was about; `null` for neither. */
  readonly about: string | null;
  readonly outcome:
    | { readonly kind: 'answered'; readonly items: number; readonly flaws: readonly Flaw[] }
    | { readonly kind: 'refused'; readonly error: CloudErrorKind; readonly because: string };
};

/** The operations by which questions and replies are known. */
export type OperationNames = Readonly<
  Record<'projects' | 'accounts' | 'permissions' | 'samples' | 'rereadVm', string>
> & {
  readonly parts: Readonly<Record<'project' | 'account', Readonly<Partial<Record<Part, string>>>>>;
  readonly fallbacks: Readonly<Record<Fallback, string>>;
};
