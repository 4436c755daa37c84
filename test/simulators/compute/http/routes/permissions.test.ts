import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { aCloud, editor, viewer } from '../../a-cloud.ts';
import { nobody, owner } from '../../furnished.ts';

const ana = { key: 'ana-key', user: 'ana@example.com' } as const;
const lee = { key: 'lee-key', user: 'lee@example.com' } as const;
const Permission = z.record(z.string(), z.string());

/** Two accounts: main with lab and site, other with shop. */
function aTeam() {
  const cloud = aCloud({ keys: [viewer, editor, owner, ana, lee, nobody] });
  const { world, ask } = cloud;
  world.perform({ kind: 'create-project', id: 'site', account: 'main', by: 'ana@example.com' });
  world.perform({ kind: 'open-account', id: 'other' });
  world.perform({ kind: 'create-project', id: 'shop', account: 'other' });
  const give = (path: string, body: object, key: string = owner.key) =>
    ask('POST', `/v1/${path}/add-user-permission`, { key, body: JSON.stringify(body) });
  const take = (path: string, body: object, key: string = owner.key) =>
    ask('POST', `/v1/${path}/remove-user-permission`, { key, body: JSON.stringify(body) });
  const permissions = async (path: string) =>
    z
      .object({ permissions: z.array(Permission) })
      .parse((await ask('GET', `/v1/${path}:list-permissions`)).body).permissions;
  const projects = async (key: string) =>
    z
      .object({ projects: z.array(z.object({ id: z.string() })) })
      .parse((await ask('GET', '/v1/projects', { key })).body)
      .projects.map(({ id }) => id);
  const idOf = async (path: string, email: string) =>
    (await permissions(path)).find(({ userEmail }) => userEmail === email)?.['userId'] ?? '';
  return { ...cloud, give, take, permissions, projects, idOf };
}

const leeAs = (role: string) => ({ userEmail: 'Lee@Example.com', role });

describe('a role', () => {
  it('on a project shows that project and nothing else', async () => {
    const { give, projects, ask } = aTeam();
    expect(await projects(lee.key)).toEqual([]);
    expect((await give('projects/lab', leeAs('VIEWER'))).status).toBe(200);
    expect(await projects(lee.key)).toEqual(['lab']);
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

  it('on a billing account applies to all its projects, also to later ones', async () => {
    const { give, projects, world } = aTeam();
    await give('billing-accounts/main', leeAs('VIEWER'));
    expect(await projects(lee.key)).toEqual(['lab', 'site']);
    world.perform({ kind: 'move-project', id: 'shop', account: 'main' });
    expect(await projects(lee.key)).toEqual(['lab', 'shop', 'site']);
    world.perform({ kind: 'move-project', id: 'lab', account: 'other' });
    expect(await projects(lee.key)).toEqual(['shop', 'site']);
  });

  it('counts as the stronger of that on the project and that on its account', async () => {
    const { give, ask } = aTeam();
    await give('billing-accounts/main', leeAs('EDITOR'));
    await give('projects/site', leeAs('VIEWER'));
    const body = JSON.stringify({ billingAccountId: 'main' });
    const change = async (project: string) =>
      (await ask('PATCH', `/v1/projects/${project}`, { key: lee.key, body })).status;
    expect(await change('site')).toBe(200);
    expect(await change('shop')).toBe(403);
  });

  it('is replaced by another, and removed by the id of its user', async () => {
    const { give, take, permissions, idOf } = aTeam();
    await give('projects/lab', leeAs('VIEWER'));
    await give('projects/lab', leeAs('EDITOR'));
    const userId = await idOf('projects/lab', 'lee@example.com');
    const own = (await permissions('projects/lab')).filter(
      ({ userEmail }) => userEmail === 'lee@example.com',
    );
    expect(own).toMatchObject([
      { userId, userEmail: 'lee@example.com', role: 'EDITOR', permissionRole: 'EDITOR', projectId: 'lab' },
    ]);
    expect((await take('projects/lab', { userId, role: 'VIEWER' })).status).toBe(404);
    expect((await take('projects/lab', { userId, role: 'EDITOR' })).status).toBe(200);
    expect((await take('projects/lab', { userId })).status).toBe(404);
    expect(await idOf('projects/lab', 'lee@example.com')).toBe('');
  });

  it('of the last owner can be neither removed nor reduced', async () => {
    const { give, take, idOf } = aTeam();
    const userId = await idOf('projects/site', 'ana@example.com');
    const lessened = { userEmail: 'ana@example.com', role: 'EDITOR' };
    for (const refused of [await take('projects/site', { userId }), await give('projects/site', lessened)]) {
      expect(refused).toMatchObject({ status: 409, body: { status: 'FAILED_PRECONDITION' } });
    }
    await give('projects/site', leeAs('OWNER'));
    expect((await give('projects/site', lessened)).status).toBe(200);
    expect(
      (await take('projects/site', { userId: await idOf('projects/site', 'lee@example.com') })).status,
    ).toBe(409);
  });
});

describe('what costs a billing account', () => {
  it.each([
    ['POST', '/v1/projects', { id: 'mine' }],
    ['PATCH', '/v1/projects/site', {}],
    ['POST', '/v1/data-centers', { id: 'mine' }],
    ['PATCH', '/v1/data-centers/se-lulea-1', {}],
  ] as const)('requires an editor of that account: %s %s', async (method, path, body) => {
    const { give, ask } = aTeam();
    await give('billing-accounts/main', leeAs('EDITOR'));
    await give('data-centers/se-lulea-1', leeAs('OWNER'));
    const paidBy = async (billingAccountId: string) =>
      (await ask(method, path, { key: lee.key, body: JSON.stringify({ ...body, billingAccountId }) })).status;
    expect(await paidBy('other')).toBe(403);
    await give('billing-accounts/other', leeAs('VIEWER'));
    expect(await paidBy('other')).toBe(403);
    expect(await paidBy('none')).toBe(404);
    expect(await paidBy('main')).toBe(200);
  });
});

describe('the permissions', () => {
  it('of a caller are those on everything, or on what is asked for', async () => {
    const { give, ask } = aTeam();
    await give('billing-accounts/main', leeAs('VIEWER'));
    await give('projects/site', leeAs('OWNER'));
    await give('data-centers/se-lulea-1', leeAs('EDITOR'));
    const mine = async (query = '') => {
      const { body } = await ask('GET', `/v1/auth/permissions${query}`, { key: lee.key });
      const lists = z.record(z.string(), z.array(Permission)).parse(body);
      return Object.fromEntries(
        Object.entries(lists).map(([name, list]) => [
          name.replace('Permissions', ''),
          list.map(
            (one) => `${one['projectId'] ?? one['billingAccountId'] ?? one['dataCenterId']} ${one['role']}`,
          ),
        ]),
      );
    };
    const none = { billingAccount: [], dataCenter: [], project: [] };
    expect(await mine()).toEqual({
      billingAccount: ['main VIEWER'],
      dataCenter: ['se-lulea-1 EDITOR'],
      project: ['lab VIEWER', 'site OWNER'],
    });
    expect(await mine('?projectId=site')).toEqual({ ...none, project: ['site OWNER'] });
    expect(await mine('?billingAccountId=main')).toEqual({ ...none, billingAccount: ['main VIEWER'] });
    expect(await mine('?dataCenterId=se-lulea-1')).toEqual({ ...none, dataCenter: ['se-lulea-1 EDITOR'] });
    expect(await mine('?dataCenterId=gb-london-1&projectId=shop')).toEqual(none);
  });
});
