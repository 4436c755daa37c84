import { afterEach, describe, expect, it } from 'vitest';
import { contract } from '../../../../lib/simulators/compute/contract/contract.ts';
import { largestBody } from '../../../../lib/simulators/compute/http/received.ts';
import { routes } from '../../../../lib/simulators/compute/http/routes.ts';
import { serveSimulator } from '../../../../lib/simulators/compute/serve.ts';
import type { RunningSimulator } from '../../../../lib/simulators/http/listen.ts';
import { aCloud, aWorld, editor, viewer } from '../a-cloud.ts';
import { addressOf, aFurnishedCloud } from '../furnished.ts';

it('every operation of the contract is answered', () => {
  expect(Object.keys(routes).toSorted()).toEqual(Object.keys(contract).toSorted());
});

describe('an address', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

  it.each(Object.values(contract))(
    '$method $path answers another method with the one that it accepts',
    async (operation) => {
      const { ask } = aFurnishedCloud();
      const address = addressOf(operation).replace(/\?.*/, '');
      for (const method of methods) {
        const { status, headers, body } = await ask(method, address);
        if (status !== 405) continue;
        const allowed = headers.get('Allow')?.split(', ');
        expect(allowed).toContain(operation.method);
        expect(allowed).not.toContain(method);
        expect(body).toMatchObject({
          code: 405,
          status: 'UNIMPLEMENTED',
          details: [{ reason: 'METHOD_NOT_ALLOWED' }],
        });
      }
      expect((await ask(operation.method, address)).status).not.toBe(405);
    },
  );

  it('that does not exist is not found by any method', async () => {
    for (const method of methods) {
      const { status, body } = await aCloud().ask(method, '/v1/projects/lab/nothing');
      expect({ status, body }).toMatchObject({
        status: 404,
        body: { details: [{ reason: 'ADDRESS_UNKNOWN' }] },
      });
    }
  });
});

describe('a body', () => {
  const running: RunningSimulator[] = [];
  afterEach(() => Promise.all(running.splice(0).map((simulator) => simulator.close())));

  async function served() {
    const simulator = await serveSimulator({ world: aWorld().world, keys: [editor, viewer] });
    running.push(simulator);
    return async (body: string, key: string = editor.key) => {
      const headers = { Authorization: `Bearer ${key}` };
      const response = await fetch(`${simulator.url}/v1/api-keys`, { method: 'POST', headers, body });
      return { status: response.status, body: await response.json() };
    };
  }
  const ofSize = (size: number) => `{${' '.repeat(size - 2)}}`;

  it('may be as large as its limit, and no larger', async () => {
    const send = await served();
    expect((await send(ofSize(largestBody))).status).toBe(200);
    expect(await send(ofSize(largestBody + 1))).toMatchObject({
      status: 400,
      body: { status: 'INVALID_ARGUMENT', details: [{ fieldViolations: [{ field: 'body' }] }] },
    });
    expect((await send('{}')).status).toBe(200);
  });

  it('is not read from a caller who may not send it', async () => {
    const send = await served();
    expect((await send(ofSize(8 * largestBody), viewer.key)).status).toBe(403);
    expect((await send('{}')).status).toBe(200);
  });

  it.each(['{"a":', '[]', '"text"', '7', `${'['.repeat(200_000)}`, '{"apikeyId":["a"]}'])(
    'that begins with %.20j is refused',
    async (body) => {
      const { ask } = aCloud();
      expect(await ask('POST', '/v1/api-keys', { body })).toMatchObject({
        status: 400,
        body: { code: 400, status: 'INVALID_ARGUMENT', details: [{ fieldViolations: [{}] }] },
      });
    },
  );
});

describe('a page token', () => {
  it('is valid for the list that it was returned with, and no other', async () => {
    const { ask, world } = aCloud();
    world.perform({ kind: 'create-project', id: 'site', account: 'main' });
    world.perform({ kind: 'open-account', id: 'other' });
    const { body } = await ask('GET', '/v1/projects?pageSize=1');
    const token = /"pageToken":"([^"]+)"/.exec(JSON.stringify(body))?.[1] ?? '';
    expect((await ask('GET', `/v1/projects?pageSize=5&pageToken=${token}`)).body).toMatchObject({
      projects: [{ id: 'site' }],
      pageToken: '',
    });
    expect((await ask('GET', `/v1/billing-accounts?pageToken=${token}`)).status).toBe(400);
    expect((await ask('GET', `/v1/projects?pageToken=${token.slice(0, -4)}`)).status).toBe(400);
  });

  it('continues at the same place when the item that it names is gone', async () => {
    const { ask, world } = aCloud();
    for (const id of ['a', 'b', 'c']) world.perform({ kind: 'create-project', id, account: 'main' });
    const { body } = await ask('GET', '/v1/projects?pageSize=2');
    const token = /"pageToken":"([^"]+)"/.exec(JSON.stringify(body))?.[1];
    world.perform({ kind: 'delete-project', id: 'b' });
    expect((await ask('GET', `/v1/projects?pageToken=${token}`)).body).toMatchObject({
      projects: [{ id: 'c' }, { id: 'lab' }],
    });
  });
});

describe('keys that are refused', () => {
  it('count for no rate limit', async () => {
    const { ask } = aCloud({ rateLimit: { perMinute: 2 } });
    for (let count = 0; count < 20; count++) {
      expect((await ask('GET', '/v1/projects', { key: 'stolen' })).status).toBe(401);
    }
    expect((await ask('GET', '/v1/projects')).status).toBe(200);
  });
});
