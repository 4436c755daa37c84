import type { Cloud } from '../clouds/cloud.ts';
import type { Instant, Span } from '../model/time/time.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { SignalSource } from '../observe/signals/signals.ts';
import type { Ledger, WatchLedger } from '../record/ledger.ts';

/** The time of a job. */
export type Clock = {
  now(): Instant;
  /** Ends early when the signal is aborted, if the clock supports that. */
  sleep(span: Span, signal?: AbortSignal): Promise<void>;
};

/** One line of the log: an event's name and its figures. Never a key, a header or a reply's body. */
export type Log = (
  event: string,
  details?: Readonly<Record<string, string | number | boolean | null>>,
) => void;

/** The ports of `watch`. Its provider holds a viewer's key. */
export type WatchPorts = {
  readonly clock: Clock;
  readonly provider: Cloud;
  readonly ledger: WatchLedger;
  readonly log: Log;
  /** Sources of usage from outside the platform. */
  readonly signals?: readonly SignalSource[];
};

/** The ports of `act`. Its provider holds an editor's key. */
export type ActPorts = WatchPorts & {
  readonly ledger: Ledger;
  readonly notifiers: readonly Notifier[];
  /** Returns why the key of `provider` cannot be read; `null` when it can. Absent when the key is given directly. */
  readonly keyFault?: () => Promise<string | null>;
};
