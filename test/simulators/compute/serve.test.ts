import { request } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { later, milliseconds, minutes } from '../../../lib/model/time/time.ts';
import { serveSimulator } from '../../../lib/simulators/compute/serve.ts';
import type { Fault } from '../../../lib/simulators/http/faults.ts';
import type { RunningSimulator } from '../../../lib/simulators/http/listen.ts';
import { aVm, aWorld, editor, start } from './a-cloud.ts';

const running: RunningSimulator[] = [];
afterEach(() => Promise.all(running.splice(0).map((simulator) => simulator.close())));

/** A running VM in a cloud on a real port. */
async function aServedCloud(faults: readonly Fault[] = [], seed = 7) {
  const { world, clock } = aWorld({ seed });
  world.perform(aVm());
  clock.advance(minutes(5));
  const simulator = await serveSimulator({ world, keys: [editor], faults });
  running.push(simulator);
  const ask = async (path: string, method: 'GET' | 'POST' = 'GET') => {
    const headers = { authorization: `Bearer ${editor.key}` };
    const { statusCode, headers: sent, body } = await request(simulator.url + path, { method, headers });
    return { status: statusCode, headers: sent, text: await body.text() };
  };
  const vmState = () => world.state().projects.values().next().value?.holdings[0]?.life.at(-1)?.state;
  return { world, clock, simulator, ask, vmState };
}

const stop = '/v1/projects/lab/vms/box/stop';

describe('the served simulator', () => {
  it('answers over the network, and is gone when closed', async () => {
    const { ask, simulator } = await aServedCloud();
    const { status, headers, text } = await ask('/v1/projects/lab/vms/box');
    expect(status).toBe(200);
    expect(headers['content-type']).toContain('application/json');
    expect(JSON.parse(text)).toMatchObject({ VM: { id: 'box', state: 'ACTIVE' } });
    expect(await ask(stop, 'POST')).toMatchObject({ status: 200, text: '{}' });
    await running.pop()?.close();
    await expect(request(`${simulator.url}/v1/projects`)).rejects.toThrow();
  });

  it('compresses a reply of more than a packet, for a client that accepts it', async () => {
    const { ask, simulator, world } = await aServedCloud();
    for (const id of ['pen', 'mug', 'cup']) world.perform(aVm({ id }));
    const path = '/v1/projects/lab/vms';
    const plain = await ask(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    // What fetch sends and expands is not written here.
    const headers = { authorization: `Bearer ${editor.key}` };
    const encodingFor = async (accepted: string) => {
      const sent = { ...headers, 'accept-encoding': accepted };
      const { headers: got, body } = await request(simulator.url + path, { headers: sent });
      await body.dump();
      return got['content-encoding'];
    };
    for (const accepted of ['br;q=0, gzip;q=0.5', 'GZIP', 'deflate, gzip'])
      expect(await encodingFor(accepted), accepted).toBe('gzip');
    for (const refused of ['gzip;q=0', 'gzip; q=0.0, br', 'identity', ''])
      expect(await encodingFor(refused), refused).toBeUndefined();
    const accepting = await fetch(simulator.url + path, { headers });
    expect(accepting.headers.get('content-encoding')).toBe('gzip');
    expect(Number(accepting.headers.get('content-length'))).toBeLessThan(plain.text.length / 2);
    expect(await accepting.text()).toBe(plain.text);
    const short = await fetch(`${simulator.url}${path}/box`, { headers });
    expect(short.headers.get('content-encoding')).toBeNull();
  });

  it('closes while a reply is still to come', async () => {
    const { ask } = await aServedCloud([{ kind: 'slow', probability: 1, by: milliseconds(60_000) }]);
    const reply = ask('/v1/projects').catch((error: Error) => error);
    await new Promise((resolve) => setTimeout(resolve, 50));
    await running.pop()?.close();
    expect(await reply).toBeInstanceOf(Error);
  });
});

describe('a fault', () => {
  it('that makes the cloud unavailable or busy is answered before anything is done', async () => {
    const unavailable = await aServedCloud([{ kind: 'unavailable', probability: 1 }]);
    const refused = await unavailable.ask(stop, 'POST');
    expect(refused.status).toBe(503);
    expect(JSON.parse(refused.text)).toMatchObject({ code: 503, status: 'UNAVAILABLE' });
    const throttled = await aServedCloud([{ kind: 'throttled', probability: 1, retryAfterSeconds: 9 }]);
    expect(await throttled.ask(stop, 'POST')).toMatchObject({ status: 429, headers: { 'retry-after': '9' } });
    expect([unavailable.vmState(), throttled.vmState()]).toEqual(['ACTIVE', 'ACTIVE']);
  });

  it('that truncates sends half of the JSON, with the action done', async () => {
    const { ask, vmState } = await aServedCloud([{ kind: 'truncated', probability: 1 }]);
    const { status, text } = await ask('/v1/projects/lab/vms');
    expect(status).toBe(200);
    expect(text.length).toBeGreaterThan(100);
    expect(() => JSON.parse(text)).toThrow(SyntaxError);
    await ask(stop, 'POST');
    expect(vmState()).toBe('STOPPED');
  });

  it.each([
    ['before', 'ACTIVE'],
    ['after', 'STOPPED'],
  ] as const)('that resets the connection %s the action leaves the VM %s', async (when, state) => {
    const { ask, vmState } = await aServedCloud([{ kind: 'reset', when, probability: 1 }]);
    await expect(ask(stop, 'POST')).rejects.toMatchObject({
      code: expect.stringMatching(/ECONNRESET|UND_ERR_SOCKET/),
    });
    expect(vmState()).toBe(state);
  });

  it('occurs only for the operations, project and time that it names', async () => {
    const span = { from: later(start, minutes(10)), until: later(start, minutes(20)) };
    const cloud = await aServedCloud([
      { kind: 'unavailable', probability: 1, operations: ['listVms'], project: 'lab', ...span },
    ]);
    cloud.world.perform({ kind: 'create-project', id: 'site', account: 'main' });
    const paths = [
      '/v1/projects/lab/vms',
      '/v1/projects/lab/vms/box',
      '/v1/projects/lab',
      '/v1/projects/site/vms',
    ];
    const statuses = async () => Promise.all(paths.map(async (path) => (await cloud.ask(path)).status));
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    cloud.clock.set(span.from);
    expect(await statuses()).toEqual([503, 200, 200, 200]);
    cloud.clock.set(span.until);
    expect(await statuses()).toEqual([200, 200, 200, 200]);
  });

  it('occurs as often as its probability says, and on the same requests for the same seed', async () => {
    const struck = async (seed: number, inFlight: number) => {
      const { ask } = await aServedCloud([{ kind: 'unavailable', probability: 0.3 }], seed);
      const statuses: number[] = [];
      for (let sent = 0; sent < 120; sent += inFlight) {
        const batch = Array.from({ length: inFlight }, (_, index) =>
          ask(`/v1/projects?pageSize=${(sent + index) % 20}`),
        );
        statuses.push(...(await Promise.all(batch)).map(({ status }) => status));
      }
      return statuses;
    };
    const first = await struck(1, 1);
    const hits = first.filter((status) => status === 503).length;
    expect(hits).toBeGreaterThan(18);
    expect(hits).toBeLessThan(56);
    expect(await struck(1, 10)).toEqual(first);
    expect(await struck(2, 1)).not.toEqual(first);
  });
});
