import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { aCloud } from '../a-cloud.ts';

const Page = z.looseObject({
  projects: z.array(z.object({ id: z.string() })).default([]),
  machines: z.array(z.object({ id: z.string() })).default([]),
  pageToken: z.string().default(''),
});

function withProjects(count: number) {
  const cloud = aCloud();
  for (let index = 1; index < count; index++) {
    const id = `p-${String(index).padStart(3, '0')}`;
    cloud.world.perform({ kind: 'create-project', id, account: 'main' });
  }
  return cloud;
}

function withMachines(count: number) {
  const cloud = aCloud();
  for (let index = 0; index < count; index++) {
    const id = `m-${String(index).padStart(3, '0')}`;
    cloud.world.perform({ kind: 'create-machine', project: 'lab', id, priceHr: '1' });
  }
  return cloud;
}

type Cloud = ReturnType<typeof aCloud>;
const projects = async ({ ask }: Cloud, query: string) =>
  Page.parse((await ask('GET', `/v1/projects?${query}`)).body);
const machines = async ({ ask }: Cloud, query: string) =>
  Page.parse((await ask('GET', `/v1/projects/lab/machines?${query}`)).body);

describe('a list by token', () => {
  it('has pages of 50, or of the requested size up to 100', async () => {
    const cloud = withProjects(120);
    expect((await projects(cloud, '')).projects).toHaveLength(50);
    expect((await projects(cloud, 'pageSize=0')).projects).toHaveLength(50);
    expect((await projects(cloud, 'pageSize=7')).projects).toHaveLength(7);
    expect(await projects(cloud, 'pageSize=5000')).toMatchObject({ pageSize: 100 });
  });

  it('returns every item once, in order, and ends with an empty token', async () => {
    const cloud = withProjects(23);
    const seen: string[] = [];
    let token = '';
    do {
      const page = await projects(cloud, `pageSize=5&pageToken=${encodeURIComponent(token)}`);
      seen.push(...page.projects.map(({ id }) => id));
      token = page.pageToken;
    } while (token !== '');
    expect(seen).toHaveLength(23);
    expect(seen).toEqual([...new Set(seen)].sort());
  });

  it('is not shifted by what is added on a page before', async () => {
    const cloud = withProjects(10);
    const first = await projects(cloud, 'pageSize=5');
    cloud.world.perform({ kind: 'create-project', id: 'a-new-one', account: 'main' });
    const second = await projects(cloud, `pageSize=5&pageToken=${first.pageToken}`);
    const ids = [...first.projects, ...second.projects].map(({ id }) => id);
    expect(new Set(ids).size).toBe(10);
  });
});

describe('a list by number', () => {
  it('counts pages from 1, and accepts 0 for the first', async () => {
    const cloud = withMachines(12);
    const first = await machines(cloud, 'pageSize=5');
    expect(first).toMatchObject({ pageNumber: 1, pageSize: 5, totalCount: 12 });
    expect(await machines(cloud, 'pageSize=5&pageNumber=0')).toEqual(first);
    expect(await machines(cloud, 'pageSize=5&pageNumber=1')).toEqual(first);
    const third = await machines(cloud, 'pageSize=5&pageNumber=3');
    expect(third.machines.map(({ id }) => id)).toEqual(['m-010', 'm-011']);
    expect(await machines(cloud, 'pageSize=5&pageNumber=4')).toMatchObject({ machines: [], totalCount: 12 });
  });
});
