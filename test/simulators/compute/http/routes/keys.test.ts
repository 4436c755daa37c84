import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { seconds } from '../../../../../lib/model/time/time.ts';
import { contract } from '../../../../../lib/simulators/compute/contract/contract.ts';
import { aCloud, editor, type Reply, viewer } from '../../a-cloud.ts';
import { aFurnishedCloud, member, nobody, publicKey } from '../../furnished.ts';

const ApiKey = z.object({ id: z.string(), key: z.string().min(20), createTime: z.string() });
const read = ({ status, body }: Reply) => {
  expect(status).toBe(200);
  return ApiKey.parse(body);
};

describe('an API key', () => {
  it('works as soon as it is created, with the rights of its creator, also from the empty body of the guide', async () => {
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

  it('is shown only in the reply to its creation, and stored nowhere', async () => {
    const { ask, world } = aFurnishedCloud();
    const { key } = read(await ask('POST', '/v1/api-keys', { body: '{"apikeyId":"rotation-7"}' }));
    expect(JSON.stringify([...world.state().identity.bearers])).not.toContain(key);
    for (const { method, path } of Object.values(contract)) {
      if (method !== 'GET' || path.includes('{')) continue;
      expect(JSON.stringify((await ask('GET', `${path}?query=rotation`)).body)).not.toContain(key);
    }
  });

  it('is refused once it is revoked, and a new one with the same id is different', async () => {
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

describe('a user', () => {
  it('loses all keys, SSH keys and roles when deleted, also after being created again', async () => {
    const { ask, world } = aFurnishedCloud();
    const { key } = read(await ask('POST', '/v1/api-keys', { key: member('OWNER') }));
    expect((await ask('DELETE', '/v1/auth', { key })).status).toBe(200);
    for (const gone of [key, member('OWNER')]) {
      expect((await ask('GET', '/v1/auth', { key: gone })).status).toBe(401);
    }
    const { body } = await ask('GET', '/v1/billing-accounts/main:list-permissions', { key: viewer.key });
    expect(JSON.stringify(body)).not.toContain('member-owner');
    world.perform({ kind: 'admit-key', user: 'member-owner@example.com', secret: 'back-again' });
    const back = { key: 'back-again' };
    expect((await ask('GET', '/v1/projects', back)).body).toMatchObject({ projects: [] });
    expect((await ask('GET', '/v1/ssh-keys', back)).body).toMatchObject({ sshKeys: [], totalCount: 0 });
  });
});

describe('SSH keys', () => {
  it('are listed, read and deleted only by their own user', async () => {
    const { ask, clock } = aCloud({ keys: [editor, nobody] });
    clock.advance(seconds(5));
    const body = JSON.stringify({
      publicKey: `  ${publicKey}\n`,
      fingerprint: 'MD5:no',
      type: 'x',
      createTime: 'y',
    });
    const added = await ask('POST', '/v1/ssh-keys', { body });
    const id = z.object({ id: z.string() }).parse(added.body).id;
    expect(added.body).toEqual({
      id,
      comment: 'ana@laptop',
      createTime: '2026-03-10T10:00:05Z',
      fingerprint: 'SHA256:ZkAslGjFiUHdGf/WUL8rQvkib4PTvQatUV0OUQSncCA',
      publicKey,
      type: 'ssh-ed25519',
    });
    expect((await ask('GET', `/v1/ssh-keys/${id}`)).body).toEqual(added.body);
    expect((await ask('GET', '/v1/ssh-keys')).body).toMatchObject({ sshKeys: [added.body], totalCount: 1 });
    expect((await ask('GET', `/v1/ssh-keys/${id}`, { key: nobody.key })).status).toBe(404);
    expect((await ask('DELETE', `/v1/ssh-keys/${id}`, { key: nobody.key })).status).toBe(404);
    expect((await ask('POST', '/v1/ssh-keys', { body })).status).toBe(409);
    expect((await ask('DELETE', `/v1/ssh-keys/${id}`)).status).toBe(200);
    expect((await ask('DELETE', `/v1/ssh-keys/${id}`)).status).toBe(404);
  });

  const [type = '', base64 = ''] = publicKey.split(' ');
  it.each([
    ['words', 'my public key'],
    ['a key of another type', `ssh-rsa ${base64}`],
    ['a key that is cut off', `${type} ${base64.slice(0, -8)}`],
    ['two keys', `${publicKey}\n${publicKey}`],
    [
      'a private key',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk=\n-----END OPENSSH PRIVATE KEY-----',
    ],
  ])('are not created from %s', async (_, text) => {
    const { ask } = aCloud();
    const reply = await ask('POST', '/v1/ssh-keys', { body: JSON.stringify({ publicKey: text }) });
    expect(reply).toMatchObject({ status: 400, body: { status: 'INVALID_ARGUMENT' } });
  });
});
