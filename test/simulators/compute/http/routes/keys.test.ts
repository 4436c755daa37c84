import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contract } from '../../../../../lib/simulators/compute/contract/contract.ts';
import type { Reply } from '../../a-cloud.ts';
import { aFurnishedCloud, member } from '../../furnished.ts';

const ApiKey = z.object({ id: z.string(), key: z.string().min(20), createTime: z.string() });
const read = ({ status, body }: Reply) => {
  expect(status).toBe(200);
  return ApiKey.parse(body);
};

describe('an API key', () => {
  it('that is made works at once, as its maker, and is made with the empty body of the guide', async () => {
    const { ask } = aFurnishedCloud();
    const made = read(await ask('POST', '/v1/api-keys', { key: member('EDITOR'), body: '{}' }));
    expect(made.createTime).toBe('2026-03-10T13:00:00Z');
    const me = await ask('GET', '/v1/auth', { key: made.key });
    expect(me.body).toMatchObject({
      emailAddress: 'member-editor@example.com',
      firstName: 'Member',
      lastName: 'Editor',
    });
    expect((await ask('POST', '/v1/projects/lab/vms/box/stop', { key: made.key })).status).toBe(200);
    expect((await ask('DELETE', '/v1/projects/lab', { key: made.key })).status).toBe(403);
  });

  it('is told in the reply to its creation and nowhere else, and kept nowhere', async () => {
    const { ask, world } = aFurnishedCloud();
    const { key } = read(await ask('POST', '/v1/api-keys', { body: '{"apikeyId":"rotation-7"}' }));
    expect(JSON.stringify([...world.state().identity.bearers])).not.toContain(key);
    for (const { method, path } of Object.values(contract)) {
      if (method !== 'GET' || path.includes('{')) continue;
      expect(JSON.stringify((await ask('GET', `${path}?query=rotation`)).body)).not.toContain(key);
    }
  });

  it('that is revoked is refused from then on, and its successor by the same id is another', async () => {
    const { ask, world } = aFurnishedCloud();
    const make = () => ask('POST', '/v1/api-keys', { body: '{"apikeyId":"nightly"}' });
    const first = read(await make());
    world.perform({ kind: 'revoke-api-key', user: 'editor@example.com', id: 'nightly' });
    expect(await ask('GET', '/v1/auth', { key: first.key })).toMatchObject({
      status: 401,
      body: { status: 'UNAUTHENTICATED' },
    });
    const second = read(await make());
    expect(second.key).not.toBe(first.key);
    expect((await ask('GET', '/v1/auth', { key: second.key })).status).toBe(200);
    expect((await ask('GET', '/v1/auth', { key: first.key })).status).toBe(401);
  });
});
