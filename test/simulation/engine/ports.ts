import type { Delivery, Notifier } from '../../../lib/act/notifier.ts';
import type { ActPorts } from '../../../lib/jobs/ports.ts';
import { later, type Span } from '../../../lib/model/time.ts';
import type { Engine } from './engine.ts';
import { gatedCloud } from './gated-cloud.ts';
import { gatedLedger } from './gated-ledger.ts';
import type { Process } from './process.ts';

/** The world as one process sees it: the ports of the real jobs, with the gate in front of each. */
export const portsOf = (engine: Engine, process: Process): ActPorts => ({
  clock: {
    now: () => later(engine.time.now(), process.skew),
    sleep: (span) => sleep(engine, process, span),
  },
  cloud: gatedCloud(engine, process),
  ledger: gatedLedger(engine, process),
  notifiers: engine.routes.map((route) => gatedNotifier(engine, process, route)),
  log: (event, details) => engine.tell.logged(process, event, String(details?.['because'] ?? '')),
});

function sleep({ time, gate }: Engine, process: Process, span: Span): Promise<void> {
  return gate.pass(process, {
    io: { port: 'sleep', name: 'sleep', target: null },
    perform: () => new Promise<void>((resolve) => time.after(span, resolve)),
    fail: () => undefined,
  });
}

function gatedNotifier({ gate, tell }: Engine, process: Process, route: string): Notifier {
  return {
    route,
    send: (message) =>
      gate.pass<Delivery>(process, {
        io: { port: 'notify', name: route, target: null },
        perform() {
          tell.delivered(process, route, message);
          return { kind: 'delivered' };
        },
        fail: (how) => ({ kind: 'failed', because: how === 'lost' ? 'no answer' : 'not now' }),
      }),
  };
}
