import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { aCloud } from '../../a-cloud.ts';

const lee = { key: 'lee-key', user: 'lee@example.com' } as const;
const Permission = z.record(z.string(), z.string());

/** Two accounts: main with lab and site, other with shop. */
function aTeam() {
  const cloud = aCloud({ keys: [lee] });
  const { world, ask } = cloud;
  world.perform({ kind: 'create-project', id: 'site', account: 'main' });
  world.perform({ kind: 'open-account', id: 'other' });
  world.perform({ kind: 'create-project', id: 'shop', account: 'other' });
  const give = (kind: 'project' | 'account', id: string, role: 'VIEWER' | 'EDITOR' | 'OWNER') =>
    world.perform({ kind: 'give-role', user: 'Lee@Example.com', on: { kind, id }, role });
  const projects = async () =>
    z
      .object({ projects: z.array(z.object({ id: z.string() })) })
      .parse((await ask('GET', '/v1/projects', lee)).body)
      .projects.map(({ id }) => id);
  return { ...cloud, give, projects };
}

describe('a role', () => {
  it('on a project shows that project and nothing else', async () => {
    const { give, projects, ask } = aTeam();
    expect(await projects()).toEqual([]);
    give('project', 'lab', 'VIEWER');
    expect(await projects()).toEqual(['lab']);
    const { key } = lee;
    expect((await ask('GET', '/v1/projects/lab/vms', { key })).status).toBe(200);
    expect((await ask('GET', '/v1/projects/site/vms', { key })).status).toBe(403);
    expect((await ask('GET', '/v1/billing-accounts/main', { key })).status).toBe(403);
    expect((await ask('GET', '/v1/billing-accounts', { key })).body).toMatchObject({ billingAccounts: [] });
    expect((await ask('GET', '/v1/resources/search?query=s', { key })).body).toEqual({ results: [] });
    expect((await ask('GET', '/v1/resources/search?query=lab', { key })).body).toMatchObject({
      results: [{ resourceName: 'projects/lab' }],
    });
  });

  it('on a billing account holds for all its projects, also for those to come', async () => {
    const { give, projects, world } = aTeam();
    give('account', 'main', 'VIEWER');
    expect(await projects()).toEqual(['lab', 'site']);
    world.perform({ kind: 'move-project', id: 'shop', account: 'main' });
    expect(await projects()).toEqual(['lab', 'shop', 'site']);
    world.perform({ kind: 'move-project', id: 'lab', account: 'other' });
    expect(await projects()).toEqual(['shop', 'site']);
  });

  it('counts where it is the strongest, of that on the project and that on its account', async () => {
    const { give, ask } = aTeam();
    give('account', 'main', 'EDITOR');
    give('project', 'site', 'VIEWER');
    const body = JSON.stringify({ billingAccountId: 'main' });
    const change = async (project: string) =>
      (await ask('PATCH', `/v1/projects/${project}`, { key: lee.key, body })).status;
    expect(await change('site')).toBe(200);
    expect(await change('shop')).toBe(403);
  });
});

describe('what costs a billing account', () => {
  it.each([
    ['POST', '/v1/projects', { id: 'mine' }],
    ['PATCH', '/v1/projects/site', {}],
  ] as const)('takes an editor of that account: %s %s', async (method, path, body) => {
    const { give, ask } = aTeam();
    give('account', 'main', 'EDITOR');
    const paidBy = async (billingAccountId: string) =>
      (await ask(method, path, { key: lee.key, body: JSON.stringify({ ...body, billingAccountId }) })).status;
    expect(await paidBy('other')).toBe(403);
    give('account', 'other', 'VIEWER');
    expect(await paidBy('other')).toBe(403);
    expect(await paidBy('none')).toBe(404);
    expect(await paidBy('main')).toBe(200);
  });
});

describe('the permissions', () => {
  it('of a caller are those on everything, or on what is asked for', async () => {
    const { give, ask } = aTeam();
    give('account', 'main', 'VIEWER');
    give('project', 'site', 'OWNER');
    const mine = async (query = '') => {
      const { body } = await ask('GET', `/v1/auth/permissions${query}`, { key: lee.key });
      const lists = z.record(z.string(), z.array(Permission)).parse(body);
      return Object.fromEntries(
        Object.entries(lists).map(([name, list]) => [
          name.replace('Permissions', ''),
          list.map((one) => `${one['projectId'] ?? one['billingAccountId']} ${one['role']}`),
        ]),
      );
    };
    const none = { billingAccount: [], dataCenter: [], project: [] };
    expect(await mine()).toEqual({
      ...none,
      billingAccount: ['main VIEWER'],
      project: ['lab VIEWER', 'site OWNER'],
    });
    expect(await mine('?projectId=site')).toEqual({ ...none, project: ['site OWNER'] });
    expect(await mine('?billingAccountId=main')).toEqual({ ...none, billingAccount: ['main VIEWER'] });
    expect(await mine('?dataCenterId=gb-london-1&projectId=shop')).toEqual(none);
  });
});
