import type { CloudClient } from '../../../lib/clouds/http/operation.ts';
import type { ActPorts } from '../../../lib/jobs/ports.ts';
import { ConnectionName } from '../../../lib/model/connection-name.ts';
import { later, type Span } from '../../../lib/model/time/time.ts';
import type { Delivery, Notifier } from '../../../lib/notify/notifier.ts';
import { spellsAt } from '../spell.ts';
import type { Engine } from './engine.ts';
import { gatedCloud } from './gated-cloud.ts';
import { gatedLedger } from './gated-ledger.ts';
import type { Process } from './process.ts';

/** A connection of a job, with the cloud under its provider, and the fault of its key. */
export type ModelConnection = {
  readonly cloud: CloudClient;
  readonly keyFault: () => Promise<string | null>;
};

/** The ports of a job; with the unnamed connection, and those with one. */
export type ModelPorts = Omit<ActPorts, 'connections'> &
  ModelConnection & { readonly named: ReadonlyMap<ConnectionName, ModelConnection> };

/** Returns the ports of the real jobs as one process sees them, each behind the gate. */
export function portsOf(engine: Engine, process: Process): ModelPorts {
  const [first, ...others] = engine.connections.map((connection) => ({
    name: connection.name,
    cloud: gatedCloud(connection, engine, process),
    keyFault: async () =>
      spellsAt(connection.spells, 'lost-keys', engine.time.now()).some(
        ({ job, isThere }) => job === 'act' && !isThere,
      )
        ? 'the store of keys does not know it'
        : null,
  }));
  if (first === undefined) throw new TypeError('a run has a connection');
  const named = others.flatMap(({ name, ...own }) => (name === null ? [] : [[name, own] as const]));
  return {
    clock: {
      now: () => later(engine.time.now(), process.skew),
      sleep: (span) => sleep(engine, process, span),
    },
    ...{ cloud: first.cloud, keyFault: first.keyFault, named: new Map(named) },
    ledger: gatedLedger(engine, process),
    ...(engine.logins !== null && { signals: [engine.logins.of(process)] }),
    notifiers: engine.routes.map((route) => gatedNotifier(engine, process, route)),
    log: (event, details) => {
      const connection = ConnectionName.optional().parse(details?.['connection']);
      // What is about no connection names none, as what is about the one without a name.
      const isOfOne = connection !== undefined || event === 'caps-held';
      const of = isOfOne ? (connection ?? null) : undefined;
      engine.observer.logged(process, event, String(details?.['because'] ?? ''), of);
    },
  };
}

function sleep({ time, gate }: Engine, process: Process, span: Span): Promise<void> {
  return gate.pass(process, {
    io: { port: 'sleep', name: 'sleep', target: null },
    perform: () => new Promise<void>((resolve) => time.after(span, resolve)),
    fail: () => undefined,
  });
}

/**
 * Returns a notifier like that of a topic: one with permission to read subscriptions delivers nothing without a
 * confirmed one; without permission it delivers everything.
 */
function gatedNotifier({ gate, observer, time, spells }: Engine, process: Process, route: string): Notifier {
  const deafness = () => spellsAt(spells, 'deaf-routes', time.now()).find((spell) => spell.route === route);
  return {
    route,
    hasReceiver: async () => deafness() === undefined,
    send: (message) =>
      gate.pass<Delivery>(process, {
        io: { port: 'notify', name: route, target: null },
        perform() {
          const deaf = deafness();
          if (deaf?.isAsked) return { kind: 'unavailable', because: 'nobody has confirmed a subscription' };
          observer.delivered(process, route, message, deaf === undefined);
          return { kind: deaf === undefined ? 'delivered' : 'unconfirmed' };
        },
        fail: (how) => ({ kind: 'failed', because: how === 'lost' ? 'no answer' : 'not now' }),
      }),
  };
}
