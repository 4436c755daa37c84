import type { Cloud } from '../clouds/cloud.ts';
import type { ConnectionName } from '../model/connection-name.ts';
import type { Instant, Span } from '../model/time/time.ts';
import type { Notifier } from '../notify/notifier.ts';
import type { SignalSource } from '../observe/signals/signals.ts';
import type { Ledger, WatchLedger } from '../record/ledger.ts';

export type Clock = {
  now(): Instant;
  /** Ends early when the signal is aborted, if the clock supports that. */
  sleep(span: Span, signal?: AbortSignal): Promise<void>;
};

/** Writes one event with its details to the log. They never include a key, a header or the body of a reply. */
export type Log = (
  event: string,
  details?: Readonly<Record<string, string | number | boolean | null>>,
) => void;

/** A connection of the deployment, with the client of its cloud. */
export type Connection = {
  readonly name: ConnectionName | null;
  readonly provider: Cloud;
  /** The address of the cloud. Two connections with the same cloud and address may show the same targets. */
  readonly address: string;
  /** Returns why the key of `provider` cannot be read; `null` if it can. Absent if the key is given directly. */
  readonly keyFault?: (() => Promise<string | null>) | undefined;
};

/** Returns the connection of a deployment that has only one. */
export const unnamedConnection = (provider: Cloud, keyFault?: Connection['keyFault']): Connection => ({
  name: null,
  provider,
  address: '',
  keyFault,
});

/** The ports of `watch`. Its connections hold viewers' keys. */
export type WatchPorts = {
  readonly clock: Clock;
  /** The connections in the order of the settings. */
  readonly connections: readonly Connection[];
  readonly ledger: WatchLedger;
  readonly log: Log;
  /** Sources of usage from outside the platform. */
  readonly signals?: readonly SignalSource[];
};

/** The ports of `act`. Its connections hold editors' keys. */
export type ActPorts = WatchPorts & {
  readonly ledger: Ledger;
  readonly notifiers: readonly Notifier[];
};
