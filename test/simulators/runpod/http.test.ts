import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { hours, minutes, seconds } from '../../../lib/model/time/time.ts';
import { Pods } from '../../../lib/simulators/runpod/wire/pod.ts';
import {
  createCluster,
  createEndpoint,
  createTemplate,
  createVolume,
} from '../../../lib/simulators/runpod/world/holdings.ts';
import { createPod } from '../../../lib/simulators/runpod/world/pods.ts';
import { anAccount, aPod, reader } from './an-account.ts';

const aCpu = { kind: 'cpu', id: 'cpu3c', vcpus: 2 } as const;

/** An account with a pod that runs. */
function running(options: Parameters<typeof anAccount>[0] = {}) {
  const account = anAccount(options);
  const pod = createPod(account.world.state(), aPod);
  account.clock.advance(minutes(5));
  return { ...account, pod, path: `/v2/pods/${pod.id}` };
}

describe('the simulated API', () => {
  it('shows a pod with its current price, its gauges and its available actions', async () => {
    const { ask, path } = running();
    expect(await ask('GET', path)).toMatchObject({
      status: 200,
      body: {
        status: 'RUNNING',
        actions: ['stop', 'restart', 'terminate'],
        cost: 6.36,
        runtime: { uptime: 230, gpus: [{}, {}, {}, {}] },
        mounts: { persistent: { size: 100 } },
      },
    });
  });

  it('shows no gauges and no price of a pod at rest', async () => {
    const { ask, path } = running();
    const stopped = await ask('POST', `${path}/action`, { body: { action: 'stop' } });
    expect(stopped).toMatchObject({ status: 200, body: { status: 'EXITED', cost: 0, runtime: null } });
    expect(await ask('POST', `${path}/action`, { body: { action: 'stop' } })).toMatchObject({
      status: 409,
      body: { title: 'Conflict', status: 409 },
    });
    expect(await ask('POST', `${path}/action`, { body: { action: 'terminate' } })).toMatchObject({
      status: 204,
      body: null,
    });
    expect(await ask('GET', path)).toMatchObject({ status: 404 });
    expect(await ask('GET', '/v2/pods')).toMatchObject({ body: { pods: [] } });
  });

  it('creates ids of letters and digits from its seed, independent of names', async () => {
    const idsOf = (seed: number) => {
      const state = anAccount({ seed }).world.state();
      const cluster = createCluster(state, 'sweep');
      const volume = createVolume(state, { name: 'datasets', gb: 100 });
      const endpoint = createEndpoint(state, { name: 'whisper', gpu: 'NVIDIA L40S', workers: 1 });
      const pods = Array.from({ length: 200 }, () => createPod(state, { ...aPod, compute: aCpu }));
      return [cluster, volume, endpoint, ...pods].map(({ id }) => id);
    };
    const ids = idsOf(7);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9]{10}([a-z0-9]{4})?$/);
    expect(idsOf(7)).toEqual(ids);
    expect(new Set([...ids, ...idsOf(8)]).size).toBe(2 * ids.length);
  });

  it('lists pods of clusters when asked to, and ignores a query parameter that it does not know', async () => {
    const { ask, world } = running();
    const { id } = createCluster(world.state(), 'sweep');
    createPod(world.state(), { ...aPod, name: 'node', cluster: { id, rank: 0 } });
    const countOf = async (query: string) =>
      JSON.stringify((await ask('GET', `/v2/pods${query}`)).body).match(/"name":"(tune|node)"/g)?.length;
    expect(await countOf('')).toBe(1);
    expect(await countOf('?includeClusterPod=true')).toBe(1);
    expect(await countOf('?includeClusterPods=true')).toBe(2);
  });

  const stop = { action: 'stop' };
  it.each([
    ['no key', 401, { key: '', body: stop }],
    ['an unknown key', 401, { key: 'somebody-elses-key', body: stop }],
    ['a key without the scope', 403, { key: reader.key, body: stop }],
    ['an unknown body field', 422, { body: { action: 'stop', force: true } }],
    ['an unknown action', 422, { body: { action: 'hibernate' } }],
    ['no body', 422, {}],
  ])('refuses an action with %s', async (_, status, request) => {
    const { ask, path } = running();
    const refused = await ask('POST', `${path}/action`, request);
    expect(refused).toMatchObject({ status, body: { status, detail: expect.any(String) } });
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
  });

  it('counts requests by minute, hour and day, with the remainder in each reply', async () => {
    const { ask, clock } = running({ rateLimit: { minute: 2, hour: 100, day: 1_000 } });
    const { headers } = await ask('GET', '/v2/pods');
    expect(headers.get('ratelimit')).toBe('"minute";r=1;t=60, "hour";r=99;t=3300, "day";r=999;t=50100');
    expect(headers.get('ratelimit-policy')).toBe(
      '"minute";q=2;w=60, "hour";q=100;w=3600, "day";q=1000;w=86400',
    );
    await ask('GET', '/v2/pods');
    clock.advance(seconds(20));
    const refused = await ask('GET', '/v2/pods');
    expect(refused).toMatchObject({
      status: 429,
      body: { detail: 'rate limit exceeded for the minute window' },
    });
    expect(refused.headers.get('retry-after')).toBe('40');
    clock.advance(seconds(40));
    expect(await ask('GET', '/v2/pods')).toMatchObject({ status: 200 });
  });

  it('returns the balance and the spend limit by GraphQL and by REST', async () => {
    const { ask } = anAccount({ credit: 12.5, spendLimit: 60 });
    const query = '{ myself { clientBalance currentSpendPerHr spendLimit } }';
    expect(await ask('POST', '/graphql', { body: { query } })).toMatchObject({
      body: { data: { myself: { clientBalance: 12.5, currentSpendPerHr: 0, spendLimit: 60 } } },
    });
    expect(await ask('GET', '/v2/billing/balance')).toMatchObject({
      body: { balanceAmount: 12.5, billingMode: 'PREPAID' },
    });
    expect(await ask('GET', '/v2/account/limits')).toMatchObject({ body: { spendRate: { limit: 60 } } });
    const without = anAccount({ without: ['graphql'] });
    expect(await without.ask('POST', '/graphql', { body: { query } })).toMatchObject({ status: 404 });
    expect(await ask('POST', '/graphql', { body: { query: '{ myself { pods } }' } })).toMatchObject({
      body: { errors: [{ message: expect.stringContaining('pods') }] },
    });
  });

  it('bills by podId, in the last buckets or between two times, widened to whole buckets', async () => {
    const { ask, clock, pod } = running();
    clock.advance(hours(3));
    expect(await ask('GET', `/v2/billing/pods?bucketSize=hour&lastN=2&podId=${pod.id}`)).toMatchObject({
      body: {
        records: [
          { startTime: '2026-11-24T12:00:00Z', podId: pod.id, gpuAmount: 6.36, cpuAmount: 0 },
          { startTime: '2026-11-24T13:00:00Z', gpuAmount: 0.53 },
        ],
        metadata: { recordCount: 2, uniquePodCount: 1, query: { bucketSize: 'hour', podId: pod.id } },
      },
    });
    const range = 'startTime=2026-11-24T11:30:00Z&endTime=2026-11-24T11:45:00Z';
    expect(await ask('GET', `/v2/billing/pods?bucketSize=hour&${range}`)).toMatchObject({
      body: { metadata: { query: { startTime: '2026-11-24T11:00:00Z', endTime: '2026-11-24T12:00:00Z' } } },
    });
    expect(await ask('GET', `/v2/billing/pods?lastN=2&${range}`)).toMatchObject({ status: 400 });
    expect(await ask('GET', '/v2/billing/pods?podId=nobody')).toMatchObject({ body: { records: [] } });
  });

  it('answers as its faults say', async () => {
    const { ask, world, pod, path } = running({
      faults: [{ kind: 'unavailable', probability: 1, operations: ['podAction'] }],
    });
    expect(await ask('POST', `${path}/action`, { body: { action: 'stop' } })).toMatchObject({
      status: 503,
    });
    expect(world.state().pods.get(pod.id)?.life.at(-1)).toMatchObject({ status: 'RUNNING' });
    expect(await ask('GET', '/v2/pods')).toMatchObject({ status: 200 });
  });

  it('creates a pod from a template, whose settings it copies once, and does not show the template', async () => {
    const { ask, world } = anAccount();
    const storage = { persistent: { size: 40, path: '/workspace' } };
    const { id: templateId } = createTemplate(world.state(), {
      name: 'training',
      image: 'example/training',
      disk: 70,
      mounts: storage,
      env: { A: 'of the template', B: 'b' },
    });
    const body = { name: 'made', templateId, gpu: { id: 'NVIDIA L40S' }, env: { A: 'of the pod' } };
    const { status, body: made } = await ask('POST', '/v2/pods', { body });
    const settings = {
      image: 'example/training',
      disk: 70,
      env: { A: 'of the pod', B: 'b' },
      mounts: storage,
    };
    expect([status, made]).toMatchObject([201, { template: null, ...settings }]);
    const cpu = { name: 'small', templateId, cpu: { id: 'cpu3c', vcpuCount: 2 } };
    expect(await ask('POST', '/v2/pods', { body: cpu })).toMatchObject({ body: { mounts: {} } });
    const without = { name: 'bare', gpu: { id: 'NVIDIA L40S' } };
    expect(await ask('POST', '/v2/pods', { body: without })).toMatchObject({ status: 422 });
    expect(await ask('POST', '/v2/pods', { body: { ...without, templateId: 'none' } })).toMatchObject({
      status: 404,
    });
  });

  it.each([
    ['?include=AVAILABILITY', 400],
    ['?product=POD', 400],
    ['?include=AVAILABILITY&product=POD&cudaVersions=12.8&minCudaVersion=12.4', 400],
    ['?include=AVAILABILITY&product=DESK', 422],
    ['?include=AVAILABILITY&product=POD&countryCodes=ro', 422],
  ])('refuses the catalogue of GPUs by %s with %i', async (query, status) => {
    expect(await anAccount().ask('GET', `/v2/catalog/gpus${query}`)).toMatchObject({ status });
  });

  it('shows the stock of GPUs where it is asked for, in the countries that are asked for', async () => {
    const { ask } = anAccount();
    const stock = '/v2/catalog/gpus?include=AVAILABILITY&product=POD';
    const inRomania = await ask('GET', `${stock}&countryCodes=RO`);
    expect(inRomania.body).toMatchObject({
      gpus: [
        { id: 'NVIDIA GeForce RTX 4090', dataCenters: [{ id: 'EU-RO-1' }] },
        { id: 'NVIDIA L40S', dataCenters: [{ id: 'EU-RO-1' }] },
      ],
    });
    const none = await ask('GET', `${stock.replace('gpus', 'gpus/NVIDIA%20L40S')}&count=9`);
    expect(none.body).toMatchObject({ availability: 'NONE' });
    expect(none.body).not.toHaveProperty('dataCenters');
    expect((await ask('GET', '/v2/catalog/gpus/NVIDIA%20L40S')).body).not.toHaveProperty('availability');
  });

  it('leaves out a share of the optional members, of each record the same in every reply, and no others', async () => {
    const gaugesOf = async (sparse: number) => {
      const { ask, world, clock } = running({ sparse, credit: 1_000, spendLimit: 10_000 });
      for (let count = 0; count < 40; count += 1) createPod(world.state(), aPod);
      clock.advance(minutes(5));
      const { pods } = Pods.parse((await ask('GET', '/v2/pods')).body);
      const [first] = pods;
      expect((await ask('GET', `/v2/pods/${first?.id}`)).body).toEqual(first);
      expect(pods.every(({ cost, locked, mounts }) => cost === 6.36 && !locked && mounts.persistent)).toBe(
        true,
      );
      return pods.map(({ runtime, gpu }) => [runtime && Object.keys(runtime).length, gpu?.count]);
    };
    expect(new Set((await gaugesOf(0)).map(String))).toEqual(new Set(['5,4']));
    expect(new Set((await gaugesOf(1)).map(String))).toEqual(new Set(['0,4']));
    const half = await gaugesOf(0.5);
    expect(new Set(half.map(String)).size).toBeGreaterThan(3);
    expect(await gaugesOf(0.5)).toEqual(half);
  });

  it('documents all its operations', async () => {
    const { ask } = anAccount();
    const { body } = await ask('GET', '/v2/openapi.json');
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(body)));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(JSON.stringify(body)).toContain('balanceAmount');
  });
});
