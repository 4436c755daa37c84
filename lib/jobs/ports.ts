import type { Instant, Span } from '../model/time/time.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { SignalSource } from '../observe/signals/signals.ts';
import type { Provider } from '../providers/provider.ts';
import type { Ledger, WatchLedger } from '../record/ledger.ts';

/** Time as a job sees it. */
export type Clock = {
  now(): Instant;
  /** Ends before its time when the signal is aborted; a clock that cannot do that leaves it out. */
  sleep(span: Span, signal?: AbortSignal): Promise<void>;
};

/** One line of the log: an event's name and its figures. Never a key, a header or a reply's body. */
export type Log = (
  event: string,
  details?: Readonly<Record<string, string | number | boolean | null>>,
) => void;

/** The world, as far as `watch` touches it. Its provider holds a viewer's key. */
export type WatchPorts = {
  readonly clock: Clock;
  readonly provider: Provider;
  readonly ledger: WatchLedger;
  readonly log: Log;
  /** Sources of usage from outside the platform. */
  readonly signals?: readonly SignalSource[];
};

/** The world, as far as `act` touches it. Its provider holds an editor's key. */
export type ActPorts = WatchPorts & {
  readonly ledger: Ledger;
  readonly notifiers: readonly Notifier[];
  /** Says why the key of `provider` cannot be had; `null` where it can. Left out where it is at hand. */
  readonly keyFault?: () => Promise<string | null>;
};
