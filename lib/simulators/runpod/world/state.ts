import type { Instant } from '../../../model/time/time.ts';
import type { Template } from '../wire/catalogue.ts';
import type { VolumeType } from '../wire/estate.ts';
import type { PodStatus } from '../wire/pod.ts';
import type { Amount } from './tariff.ts';

/** The load of a pod, as its gauges show it. */
export type Workload =
  /** Computes without a pause. */
  | { readonly kind: 'training' }
  /** Answers requests in short bursts, between which the gauge of its GPUs reads zero. */
  | { readonly kind: 'serving' }
  /** Used by a person between two hours of each day in UTC. */
  | { readonly kind: 'notebook'; readonly fromHour: number; readonly untilHour: number }
  /** Holds memory and does nothing. */
  | { readonly kind: 'abandoned' };

export type Compute =
  | { readonly kind: 'gpu'; readonly id: string; readonly count: number }
  | { readonly kind: 'cpu'; readonly id: string; readonly vcpus: number };

export type Storage =
  | { readonly kind: 'none' }
  | { readonly kind: 'volume'; readonly gb: number }
  | { readonly kind: 'network'; readonly id: string };

/** A part of a pod's life, from an instant until the next part. */
export type Phase = { readonly at: Instant; readonly status: PodStatus };

export type Pod = {
  readonly id: string;
  name: string;
  readonly image: string;
  readonly ports: readonly string[];
  readonly compute: Compute;
  readonly disk: number;
  readonly storage: Storage;
  readonly dataCenter: string;
  readonly cluster: { readonly id: string; readonly rank: number } | null;
  readonly createdAt: Instant;
  env: Readonly<Record<string, string>>;
  readonly args: string;
  /** The id of the credentials of its image's registry. */
  readonly registry: string | null;
  locked: boolean;
  workload: Workload;
  readonly life: Phase[];
  /** The statuses to come by themselves. */
  ahead: Phase[];
  /** The result of the next start: GPUs, none, or a host that refuses. */
  place: 'kept' | 'without-gpus' | 'refused';
  hasGpus: boolean;
  /** True if its container never comes up. */
  isBroken: boolean;
};

export type NetworkVolume = {
  readonly id: string;
  readonly name: string;
  readonly gb: number;
  readonly dataCenter: string;
  readonly type: VolumeType;
  readonly createdAt: Instant;
  deletedAt: Instant | null;
};

export type Endpoint = {
  readonly id: string;
  readonly name: string;
  readonly gpu: string;
  readonly workersMax: number;
  /** The network volumes that its workers mount. */
  readonly volumes: readonly string[];
  readonly createdAt: Instant;
  /** The number of workers through time. */
  readonly workers: { readonly at: Instant; readonly count: number }[];
};

/** Credentials of a registry of images. */
export type Registry = { readonly id: string; readonly name: string };

export type Cluster = { readonly id: string; readonly name: string; readonly createdAt: Instant };

export type State = {
  readonly seed: number;
  /** The time up to which everything has happened. */
  at: Instant;
  readonly mode: 'PREPAID' | 'POSTPAID';
  /** The payments into the account. */
  paid: Amount;
  /** The highest hourly rate, in dollars, at which something may start. */
  readonly spendLimit: number;
  /** The sum of all charges up to an instant, at most that of the last one, so that older time is not added up again. */
  settled: { readonly at: Instant; readonly amount: Amount };
  made: number;
  readonly pods: Map<string, Pod>;
  readonly volumes: Map<string, NetworkVolume>;
  readonly endpoints: Map<string, Endpoint>;
  readonly clusters: Map<string, Cluster>;
  /** The templates of the account's own. */
  readonly templates: Map<string, Template>;
  readonly registries: Map<string, Registry>;
  readonly sshKeys: string[];
};

/** A request that the cloud refuses, with the status of its reply. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: 400 | 402 | 404 | 409;

  constructor(status: Refusal['status'], message: string) {
    super(message);
    this.status = status;
  }
}

export const statusOf = ({ life }: Pod): PodStatus => life.at(-1)?.status ?? 'TERMINATED';
/** Reports whether a pod in a status is charged for its compute. */
export const isCharged = (status: PodStatus): boolean => status !== 'EXITED' && status !== 'TERMINATED';
export const workersOf = ({ workers }: Endpoint): number => workers.at(-1)?.count ?? 0;
