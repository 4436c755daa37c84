import type { ActionKind } from '../../../lib/model/action-kind.ts';
import type { ProjectId } from '../../../lib/model/ids.ts';
import type { Instant, Span } from '../../../lib/model/time/time.ts';
import type { Process } from '../engine/process.ts';
import type { OpenInvoice } from './account.ts';
import type { NanoPrice, TrueResource, TrueVm } from './true-resource.ts';

/** An account's figures, in nano-dollars, and when they were shown. */
export type AccountShown = {
  readonly at: Instant;
  /** The hourly cost of all projects. */
  readonly burnRate: NanoPrice;
  readonly credit: bigint;
  readonly month: bigint;
  readonly state: string;
};

/** A request for an action, as it arrived at the cloud. */
export type ActionRequest = {
  readonly process: Process;
  readonly action: ActionKind;
  /** The resource of the request; for a machine of a cluster, the cluster. */
  readonly on: TrueResource;
  /** The subject, as spendwatch names it. */
  readonly subject: string;
  readonly askedAt: Instant;
  readonly at: Instant;
  readonly hadEffect: boolean;
  /** The wait that the cloud asked for when it refused; `null` if none. */
  readonly retryAfter: Span | null;
};

/** An observer of everything that really passes between a process and the cloud. */
export type Witness = {
  /**
   * Called with the items that one list of a project really showed. `isWhole` is false when a part of it could not be
   * read.
   */
  listed(
    process: Process,
    project: ProjectId,
    kind: TrueResource['kind'],
    shown: readonly TrueResource[],
    isWhole: boolean,
  ): void;
  /**
   * Called when a record was shown with a changed field; `isWhole` is true if it is readable, as with a missing
   * field.
   */
  shownUnread(process: Process, record: string, isWhole: boolean): void;
  /**
   * Called with the sum of the rows of an account's spend, and the number of rows that are missing or have no amount.
   */
  spendShown(process: Process, shown: { readonly nanos: bigint; readonly leftOut: number }): void;
  /** Called with an account's figures as shown. */
  accountShown(process: Process, shown: AccountShown): void;
  /** Called with the open invoices of an account as shown. */
  invoicesShown(process: Process, shown: readonly OpenInvoice[]): void;
  /** Called with the newest payments as shown: true if the last one failed; `null` without any. */
  paymentsShown(process: Process, hasFailed: boolean | null): void;
  /** Called when a VM, or its samples, were shown alone; `askedAt` is when the request left. */
  vmShown(process: Process, vm: TrueVm, what: 'vm' | 'samples', askedAt: Instant, at: Instant): void;
  /** Called when a machine, or one of a cluster, was shown again; `name` is "machine/m-1". */
  machineShown(process: Process, of: TrueResource, name: string, askedAt: Instant, at: Instant): void;
  /** Called when a resource other than a VM or machine was read by its id. */
  shownAlone(process: Process, resource: TrueResource): void;
  /** Called when a process received the answer to an operation such as "getVm" about an id. */
  answered(process: Process, target: string, operation: string, id: string): void;
  /** Called when a process received the answer that there is nothing of an id, to an operation such as "getVm". */
  notFound(process: Process, target: string, operation: string, id: string): void;
  /** Called when a changing request has arrived. */
  acted(request: ActionRequest): void;
};
