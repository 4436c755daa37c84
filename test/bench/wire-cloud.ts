import { createServer } from 'node:http';
import * as z from 'zod';
import { listProjects } from '../../lib/clouds/compute/contract/billing-accounts.ts';
import { listClusters, listMachines } from '../../lib/clouds/compute/contract/machines.ts';
import {
  listBuckets,
  listDisks,
  listImages,
  listNetworks,
  listVolumes,
} from '../../lib/clouds/compute/contract/storage.ts';
import { listVms, monitorVm } from '../../lib/clouds/compute/contract/vms.ts';
import { portOf } from '../support/served.ts';
import { wireSamples, wireVms } from './fleet.ts';

/**
 * A process of its own: a cloud of as many projects as are asked for, whose replies cost next to nothing to make, so
 * that it can answer for a thousand. `run.ts` starts it and sets its time.
 */
const [projects = 0, vms = 0] = process.argv.slice(2).map(Number);
let now = 0;

const names = Array.from({ length: projects }, (_, nth) => `p-${nth}`);
const listed = JSON.stringify({
  [listProjects.field]: names.map((id) => ({ id, billingAccountId: 'main' })),
});
const fleets = new Map(names.map((id) => [id, JSON.stringify({ [listVms.field]: wireVms(id, vms) })]));
const empty = new Map(
  [listMachines, listClusters, listVolumes, listDisks, listBuckets, listImages, listNetworks].map(
    ({ path, field }) => [path.split('/')[4], JSON.stringify({ [field]: [] })],
  ),
);

function bodyOf(path: string): string | undefined {
  const [, , , project = '', what, vm = ''] = path.split('/');
  if (path === listProjects.path) return listed;
  if (what !== 'vms') return empty.get(what);
  if (vm === '') return fleets.get(project);
  const index = Number(vm.split('-').at(-1));
  return JSON.stringify({ [monitorVm.field]: wireSamples(index, now / 1_000) });
}

const server = createServer((request, response) => {
  const body = bodyOf(new URL(request.url ?? '', 'http://cloud').pathname);
  response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' });
  response.end(body);
});
process.on('message', (message) => {
  now = z.object({ at: z.number() }).parse(message).at;
});
process.on('disconnect', () => process.exit());
process.send?.({ port: await portOf(server) });
