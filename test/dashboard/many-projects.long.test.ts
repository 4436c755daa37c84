import { gzipSync } from 'node:zlib';
import { beforeAll, expect, it } from 'vitest';
import { aDashboard, type TestDashboard } from './a-dashboard.ts';
import { manyProjects } from './a-large-fleet.ts';

let many: TestDashboard;
beforeAll(async () => {
  many = await aDashboard(await manyProjects(1_000, 10));
});

it.each([
  ['/api/overview', 40_000],
  ['/api/inventory', 30_000],
  ['/api/inventory?sort=price&page=7', 30_000],
  ['/api/alerts', 40_000],
  ['/api/spend?by=project', 30_000],
  ['/api/unwatched', 30_000],
])('with 1,000 projects and 10,000 VMs the answer of %s is still small', async (path, most) => {
  const text = await (await many.get(path)).text();
  expect(text.length).toBeLessThan(most);
  expect(gzipSync(text).length).toBeLessThan(most / 4);
});

it('VMs come page by page', async () => {
  expect(await many.json('/api/inventory')).toMatchObject({ total: 10_000, pages: 200, projects: 1_000 });
  const last = await many.json('/api/inventory?page=200');
  expect(last).toMatchObject({ rows: { length: 50, 49: { project: 'project-0999' } } });
});

it('answers are sent compressed', async () => {
  const reply = await many.get('/api/inventory', { 'Accept-Encoding': 'gzip' });
  expect(reply.headers.get('Content-Encoding')).toBe('gzip');
});
