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

  it('bears the id that it is given, once', async () => {
    const { ask } = aFurnishedCloud();
    const create = (apikeyId: string, key = editor.key) =>
      ask('POST', '/v1/api-keys', { key, body: JSON.stringify({ apikeyId }) });
    expect(read(await create('my-key-2')).id).toBe('my-key-2');
    expect(await create('my-key-2')).toMatchObject({ status: 409, body: { status: 'ALREADY_EXISTS' } });
    expect((await create('my-key-2', nobody.key)).status).toBe(200);
  });

  it.each(['abc', 'a'.repeat(64), 'Upper-case', 'under_score', 'with space', ''])(
    'cannot be called %j',
    async (apikeyId) => {
      const { ask } = aFurnishedCloud();
      expect(await ask('POST', '/v1/api-keys', { body: JSON.stringify({ apikeyId }) })).toMatchObject({
        status: 400,
        body: { details: [{ fieldViolations: [{ field: 'apikeyId' }] }] },
      });
    },
  );

  it('takes no notice of what only the cloud can say', async () => {
    const { ask } = aFurnishedCloud();
    const body = JSON.stringify({ id: 'mine', key: 'guess-me', createTime: '1999-01-01T00:00:00Z' });
    const made = read(await ask('POST', '/v1/api-keys', { body }));
    expect([made.id, made.key, made.createTime.slice(0, 4)]).not.toContain('mine');
    expect((await ask('GET', '/v1/auth', { key: 'guess-me' })).status).toBe(401);
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

  it('is listed for its user alone until it is revoked, without its secret', async () => {
    const { ask, world } = aFurnishedCloud();
    const listed = async (key: string) => {
      const reply = await ask('GET', '/v1/api-keys', { key });
      return z.object({ apiKeys: z.array(z.record(z.string(), z.unknown())) }).parse(reply.body).apiKeys;
    };
    const own = { id: 'nightly', createTime: '2026-03-10T13:00:00Z' };
    await ask('POST', '/v1/api-keys', { body: '{"apikeyId":"nightly"}' });
    expect(await listed(editor.key)).toContainEqual(own);
    expect(await listed(viewer.key)).not.toContainEqual(own);
    world.perform({ kind: 'revoke-api-key', user: 'editor@example.com', id: 'nightly' });
    expect(await listed(editor.key)).not.toContainEqual(own);
  });

  it('is another in another world and the same in the same one', async () => {
    const made = async (seed: number) => read(await aCloud({ seed }).ask('POST', '/v1/api-keys')).key;
    expect(await made(1)).toBe(await made(1));
    expect(await made(1)).not.toBe(await made(2));
  });
});

describe('a user', () => {
  it('that is deleted goes with all keys, SSH keys and roles, and comes back with none', async () => {
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

  it('begins another identity verification each time', async () => {
    const { ask } = aFurnishedCloud();
    const begin = async () =>
      z
        .object({ id: z.string().min(1), clientSecret: z.string().min(20) })
        .parse((await ask('GET', '/v1/auth/create-identity-verification-session')).body);
    const [first, second] = [await begin(), await begin()];
    expect(first.id).not.toBe(second.id);
    expect(first.clientSecret).not.toBe(second.clientSecret);
  });
});

describe('SSH keys', () => {
  const ecdsa =
    'ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBGGTzcKJG6bD8KgVCmStStP2gA4J4rmSSqc39EhIAfGWLBROM3Vy2MFQqh4NIG5RrWB8sd6QDvqjw5hhsHPO0rY=';

  it('are listed, read and deleted by the user that they are of, and by no other', async () => {
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

  it('may have a name and a comment of their own', async () => {
    const { ask } = aCloud();
    const body = JSON.stringify({ publicKey: ecdsa, id: 'yubi', comment: 'the blue one' });
    expect((await ask('POST', '/v1/ssh-keys', { body })).body).toMatchObject({
      id: 'yubi',
      comment: 'the blue one',
      publicKey: `${ecdsa} the blue one`,
      type: 'ecdsa-sha2-nistp256',
    });
  });

  const [type = '', base64 = ''] = publicKey.split(' ');
  it.each([
    ['nothing', ''],
    ['words', 'my public key'],
    ['a type alone', type],
    ['a key of another type', `ssh-rsa ${base64}`],
    ['a key that is cut off', `${type} ${base64.slice(0, -8)}`],
    ['a key with more behind it', `${type} ${base64}AAAA`],
    ['two keys', `${publicKey}\n${ecdsa}`],
    [
      'a private key',
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXk=\n-----END OPENSSH PRIVATE KEY-----',
    ],
    [
      'an RSA key of no length',
      `ssh-rsa ${Buffer.from('\0\0\0\x07ssh-rsa\0\0\0\x01\x03\0\0\0\x01\x03').toString('base64')}`,
    ],
    ['a type of JavaScript', 'constructor AAAA'],
  ])('are not made of %s', async (_, text) => {
    const { ask } = aCloud();
    const reply = await ask('POST', '/v1/ssh-keys', { body: JSON.stringify({ publicKey: text }) });
    expect(reply).toMatchObject({ status: 400, body: { status: 'INVALID_ARGUMENT' } });
    expect((await ask('GET', '/v1/ssh-keys')).body).toMatchObject({ totalCount: 0 });
  });

  it('have a comment of one line, as the file has that they go into', async () => {
    const { ask } = aCloud();
    const body = JSON.stringify({ publicKey, comment: `me\n${ecdsa}` });
    expect((await ask('POST', '/v1/ssh-keys', { body })).status).toBe(400);
  });

  it('of a project are those of all who may get into it', async () => {
    const { ask, world } = aCloud();
    const shown = async () =>
      z
        .object({ sshKeys: z.array(z.object({ publicKey: z.string() })) })
        .parse((await ask('GET', '/v1/project/lab/ssh-keys')).body)
        .sshKeys.map((key) => key.publicKey);
    world.perform({ kind: 'add-ssh-key', user: 'ana@example.com', publicKey });
    world.perform({ kind: 'add-ssh-key', user: 'lee@example.com', publicKey: ecdsa });
    expect(await shown()).toEqual([]);
    world.perform({
      kind: 'give-role',
      user: 'ana@example.com',
      on: { kind: 'project', id: 'lab' },
      role: 'EDITOR',
    });
    world.perform({
      kind: 'give-role',
      user: 'lee@example.com',
      on: { kind: 'account', id: 'main' },
      role: 'VIEWER',
    });
    expect(await shown()).toEqual([publicKey, ecdsa]);
  });
});
