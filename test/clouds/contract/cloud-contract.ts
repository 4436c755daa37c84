import type { Cloud } from '../../../lib/clouds/cloud.ts';
import type { CloudClient } from '../../../lib/clouds/http/operation.ts';
import type { CloudName } from '../../../lib/model/cloud-name.ts';
import type { Fact } from '../../../lib/model/facts/fact.ts';
import type { Resource, ResourceKind } from '../../../lib/model/facts/resource.ts';
import type { BillingAccountId, ProjectId } from '../../../lib/model/ids.ts';
import type { Instant, Span } from '../../../lib/model/time/time.ts';
import type { Answers } from '../../support/clouds/scripted-cloud.ts';

/** What a cloud hands to the suite that every cloud and its simulator pass. */
export type CloudContract = {
  readonly name: CloudName;
  readonly open: (client: CloudClient) => Cloud;
  /** What distinguishes this simulator from another one of the same cloud. */
  readonly variant?: string;
  /** The facts that this simulator does not show although the cloud supports them. */
  readonly hides?: readonly Fact[];
  /** Starts its simulator with one of each kind that can be acted on; all of them run and are some hours old. */
  readonly simulate: () => Promise<SimulatedCloud>;
};

/** A cloud whose replies can be spoilt field by field. */
export type CloudWithReplies = CloudContract & { readonly replies: Replies };

type Clock = { now(): Instant };

/** What its replies are, so that each field of them can be spoilt. */
export type Replies = {
  /** Returns a scripted platform that answers a poll like this, and whatever else it is asked. */
  readonly platform: (clock: Clock, answers: Answers<string>) => CloudClient;
  /** Two of everything that a poll reads, with every field; the second of each kind has an id that begins with "other". */
  readonly twoOfEach: (clock: Clock) => Answers<string>;
  /** Fields that name a record: one that can be read as something else is another record. */
  readonly names: readonly string[];
  /** Fields that list records: without them there is nothing to compare. */
  readonly lists: readonly string[];
  /** Operations of which nothing but names is kept, since each record is asked for by itself. */
  readonly onlyNames: readonly string[];
  /** Facts of other resources that the records of an operation show together. */
  readonly joint: Readonly<Record<string, readonly (keyof Resource)[]>>;
};

/** The kinds of resources that actions are for. */
export type ActedOn = Extract<ResourceKind, 'vm' | 'machine' | 'cluster-machine'>;

/** A simulator, and what people do in its world. */
export type SimulatedCloud = {
  readonly url: string;
  /** A key that may act. */
  readonly key: string;
  readonly clock: { now(): Instant; advance(span: Span): void };
  readonly project: ProjectId;
  /** `null` where the cloud has no billing accounts. */
  readonly account: BillingAccountId | null;
  /** The ids of the resources that actions are tried on. */
  readonly ids: Readonly<Partial<Record<ActedOn, string>>>;
  /** The hourly prices of the VM, as decimals. */
  readonly price: { readonly running: string; readonly atRest: string };
  /** Returns the credit of the account now, as a decimal; `null` where it has none. */
  credit(): string | null;
  /** The longest time that an action takes to be done. */
  readonly settled: Span;
  /** Makes another VM. Returns its id. */
  addVm(name: string): string;
  /** Stops or starts a resource, or deletes the VM, as its owner would. */
  change(kind: ActedOn, to: 'stopped' | 'running' | 'gone'): void;
  close(): Promise<void>;
};
