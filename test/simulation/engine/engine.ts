import type { ConnectionName } from '../../../lib/model/connection-name.ts';
import type { TargetId } from '../../../lib/model/ids.ts';
import type { Ledger } from '../../../lib/record/ledger.ts';
import type { Head } from '../../../lib/state/head.ts';
import type { Observer } from '../observer.ts';
import type { Spell } from '../spell.ts';
import type { LoginSource } from '../world/login-source.ts';
import type { ModelCloud } from '../world/model-cloud.ts';
import type { Wire } from '../world/wire.ts';
import type { Gate } from './gate.ts';
import type { Process } from './process.ts';
import type { VirtualTime } from './virtual-time.ts';

/** A connection as processes reach it. */
export type EngineConnection = {
  readonly name: ConnectionName | null;
  readonly gate: Gate;
  readonly cloud: ModelCloud;
  readonly wire: Wire;
  readonly spells: readonly Spell[];
  /** Receives what passes between processes and this cloud. */
  readonly observer: Required<Observer>;
  /** Returns a process as the connection sees it. */
  seen(process: Process): Process;
};

/** The state that all processes of a simulation share. */
export type Engine = {
  readonly time: VirtualTime;
  readonly gate: Gate;
  readonly ledger: Ledger;
  /** The stored heads, as they were committed. */
  readonly stored: Map<TargetId, Head>;
  readonly routes: readonly string[];
  readonly spells: readonly Spell[];
  readonly observer: Required<Observer>;
  /** The source of who is logged in; `null` where there is none. */
  readonly logins: LoginSource | null;
  /** The connections, the one without a name first. */
  readonly connections: readonly EngineConnection[];
};
