import type { ActionKind } from '../../../lib/model/action-kind.ts';
import type { ProjectId } from '../../../lib/model/ids.ts';
import type { Instant, Span } from '../../../lib/model/time/time.ts';
import type { Process } from '../engine/process.ts';
import type { OpenInvoice } from './account.ts';
import type { NanoPrice, TrueResource, TrueVm } from './true-resource.ts';

/** An account's figures, in nano-dollars, and when they were shown. */
export type AccountShown = {
  readonly at: Instant;
  /** What all projects cost an hour. */
  readonly burnRate: NanoPrice;
  readonly credit: bigint;
  readonly month: bigint;
  readonly state: string;
};

/** What was asked of the cloud, as it arrived. */
export type ActionRequest = {
  readonly process: Process;
  readonly action: ActionKind;
  /** What it was asked of; of a machine of a cluster, the cluster. */
  readonly on: TrueResource;
  /** As spendwatch names it. */
  readonly subject: string;
  readonly askedAt: Instant;
  readonly at: Instant;
  readonly hadEffect: boolean;
  /** How long the cloud wanted to be left alone when it refused; `null` where it named nothing. */
  readonly retryAfter: Span | null;
};

/** Who is told of everything that really passes between a process and the cloud. */
export type Witness = {
  /** What one list of a project really showed. `isWhole` is false when a part of it could not be read. */
  listed(
    process: Process,
    project: ProjectId,
    kind: TrueResource['kind'],
    shown: readonly TrueResource[],
    isWhole: boolean,
  ): void;
  /** A record was shown with a field made other than it is; `isWhole`: it can be read, as one that is missing can. */
  shownUnread(process: Process, record: string, isWhole: boolean): void;
  /** What the rows of an account's spend come to, and how many of them are lacking or say no amount. */
  spendShown(process: Process, shown: { readonly nanos: bigint; readonly leftOut: number }): void;
  /** What an account was shown to be. */
  accountShown(process: Process, shown: AccountShown): void;
  /** The open invoices of an account were shown. */
  invoicesShown(process: Process, shown: readonly OpenInvoice[]): void;
  /** The newest payments were shown: whether the last of them failed; `null` where there are none. */
  paymentsShown(process: Process, hasFailed: boolean | null): void;
  /** A VM, or its samples, shown by itself; `askedAt` is when the question left. */
  vmShown(process: Process, vm: TrueVm, what: 'vm' | 'samples', askedAt: Instant, at: Instant): void;
  /** A machine, or one of a cluster, shown again; `name` is "machine/m-1". */
  machineShown(process: Process, of: TrueResource, name: string, askedAt: Instant, at: Instant): void;
  /** A request that changes something has arrived. */
  acted(request: ActionRequest): void;
};
