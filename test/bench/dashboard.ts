import { gzipSync } from 'node:zlib';
import { shell } from '../../lib/dashboard/dashboard-app.ts';
import { makePageFiles } from '../../lib/dashboard/page-files.ts';
import { aDashboard } from '../dashboard/a-dashboard.ts';
import { manyProjects } from '../dashboard/a-large-fleet.ts';
import { type Figure, ms } from './figure.ts';

/** What a browser is sent, and how long the first page of a large fleet takes to be made. */
export async function benchDashboard(): Promise<Figure[]> {
  const began = performance.now();
  const files = await makePageFiles();
  const made = performance.now() - began;
  const html = Buffer.byteLength(shell({ files, theme: null, actToken: null }));
  const sent = files.script.br.length + files.style.br.length + files.icon.br.length + html;
  const dashboard = await aDashboard(await manyProjects(1_000, 10));
  const times: number[] = [];
  let bytes = 0;
  for (let run = 0; run < 5; run += 1) {
    const asked = performance.now();
    const text = await (await dashboard.get('/api/overview')).text();
    times.push(performance.now() - asked);
    bytes = gzipSync(text).length;
  }
  const [, , median = 0] = times.sort((left, right) => left - right);
  return [
    { what: 'dashboard page, compressed bytes', figure: String(sent), goal: '< 150,000' },
    { what: 'making it from its sources when it is first served', figure: ms(made) },
    { what: 'overview of 1,000 projects x 10 VMs, compressed bytes', figure: String(bytes) },
    { what: 'making that overview from the ledger in memory', figure: ms(median) },
  ];
}
