import { createServer } from 'node:http';
import { hours, instant, later } from '../../lib/model/time/time.ts';
import { createApp } from '../../lib/simulators/compute/http/app.ts';
import { happens, newVm } from '../../lib/simulators/compute/scenario.ts';
import { virtualClock } from '../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../lib/simulators/compute/world/world.ts';
import { portOf } from '../support/served.ts';

/**
 * A process of its own: the simulated cloud, with its replies rendered before anyone asks, so that a
 * request costs this process no more than a lookup and a write. `polling.ts` starts it.
 */
const [projects = 0, vms = 0, latency = 0] = process.argv.slice(2).map(Number);
const begins = '2026-03-01T00:00:00Z';
const key = 'a-key-of-the-bench';
const start = instant(Date.parse(begins));

const names = Array.from({ length: projects }, (_, nth) => `p-${nth}`);
const kinds = [{ kind: 'web' }, { kind: 'training' }, { kind: 'abandoned' }] as const;

/** A world for each project, since one world of all of them would be read whole for every reply. */
async function rendered(project: string): Promise<Buffer> {
  const clock = virtualClock(start);
  const events = [
    happens(begins, { kind: 'open-account', id: 'main', paymentTerms: 'INVOICE' }),
    happens(begins, { kind: 'create-project', id: project, account: 'main' }),
    ...Array.from({ length: vms }, (_, nth) =>
      newVm(begins, project, `vm-${project}-${nth}`, { workload: kinds[nth % kinds.length] ?? kinds[0] }),
    ),
  ];
  const world = createWorld({ seed: 1, clock, events });
  clock.set(later(start, hours(6)));
  const app = createApp({ world, keys: [{ key, role: 'viewer' }] });
  const headers = { authorization: `Bearer ${key}` };
  const reply = await app.request(`/v1/projects/${project}/vms`, { headers });
  if (reply.status !== 200) throw new Error(`the simulator answers ${reply.status}`);
  return Buffer.from(await reply.arrayBuffer());
}

const replies = new Map<string, Buffer>();
for (const project of names) replies.set(`/v1/projects/${project}/vms`, await rendered(project));

const server = createServer((request, response) => {
  const body = replies.get(request.url ?? '');
  setTimeout(() => {
    response.writeHead(body ? 200 : 404, { 'content-type': 'application/json' });
    response.end(body);
  }, latency);
});
const port = await portOf(server);
process.send?.({ port, bytes: replies.get(`/v1/projects/${names[0]}/vms`)?.length ?? 0 });
process.on('disconnect', () => process.exit());
