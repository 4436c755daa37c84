import { computeCloud } from '../../lib/clouds/compute/cloud.ts';
import { connectClient } from '../../lib/clouds/http/client.ts';
import { unnamedConnection } from '../../lib/jobs/ports.ts';
import { watch } from '../../lib/jobs/watch/watch.ts';
import { type Instant, later, minutes, type Span } from '../../lib/model/time/time.ts';
import type { Ledger } from '../../lib/record/ledger.ts';
import { happens, newVm } from '../../lib/simulators/compute/scenario.ts';
import { serveSimulator } from '../../lib/simulators/compute/serve.ts';
import { virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../lib/simulators/compute/world/world.ts';
import type { Policy } from '../../lib/state/policy.ts';

const pollEvery = minutes(5);
const before = '2026-02-27T08:00:00Z';
const owners = ['ann', 'bob', 'cem', 'dee', 'eve'];

export type Fleet = {
  readonly vms: number;
  readonly policy: Policy;
  readonly start: Instant;
  readonly watched: Span;
};

/** Real polls of a project and its account, over HTTP; the answer is how many. */
export async function pollFleet(ledger: Ledger, { vms, policy, start, watched }: Fleet): Promise<number> {
  const clock = virtualClock(start);
  const fleet = Array.from({ length: vms }, (_, index) =>
    newVm(before, 'lab', `vm-${index}`, {
      workload: index % 20 === 0 ? { kind: 'abandoned' } : { kind: 'web' },
      metadata: { owner: owners[index % owners.length] ?? '' },
    }),
  );
  const events = [
    happens(before, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
    happens(before, { kind: 'create-project', id: 'lab', account: 'main' }),
    ...fleet,
  ];
  const world = createWorld({ seed: 1, clock, events });
  const simulator = await serveSimulator({ world, keys: [{ key: 'a-key-of-the-bench', role: 'viewer' }] });
  const cloud = connectClient({
    baseUrl: simulator.url,
    apiKey: 'a-key-of-the-bench',
    clock,
    random: () => 0.5,
    requestsPerMinute: 1e6,
  });
  let polls = 0;
  for (let at = start; at < later(start, watched); at = later(at, pollEvery), polls += 1) {
    clock.set(at);
    await watch(
      { clock, connections: [unnamedConnection(computeCloud(cloud))], ledger, log: () => {} },
      { policy },
    );
  }
  await cloud.close();
  await simulator.close();
  return polls;
}
