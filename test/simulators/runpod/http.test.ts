import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { hours, minutes, seconds } from '../../../lib/model/time/time.ts';
import { createCluster } from '../../../lib/simulators/runpod/world/holdings.ts';
import { createPod } from '../../../lib/simulators/runpod/world/pods.ts';
import { anAccount, aPod, reader } from './an-account.ts';

/** An account with a pod that runs. */
function running(options: Parameters<typeof anAccount>[0] = {}) {
  const account = anAccount(options);
  createPod(account.world.state(), aPod);
  account.clock.advance(minutes(5));
  return account;
}

describe('the simulated API', () => {
  it('shows a pod with its price of now, its gauges and what may be asked of it', async () => {
    const { ask } = running();
    expect(await ask('GET', '/v2/pods/tune')).toMatchObject({
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
    const { ask } = running();
    const stopped = await ask('POST', '/v2/pods/tune/action', { body: { action: 'stop' } });
    expect(stopped).toMatchObject({ status: 200, body: { status: 'EXITED', cost: 0, runtime: null } });
    expect(await ask('POST', '/v2/pods/tune/action', { body: { action: 'stop' } })).toMatchObject({
      status: 409,
      body: { title: 'Conflict', status: 409 },
    });
    expect(await ask('POST', '/v2/pods/tune/action', { body: { action: 'terminate' } })).toMatchObject({
      status: 204,
      body: null,
    });
    expect(await ask('GET', '/v2/pods/tune')).toMatchObject({ status: 404 });
    expect(await ask('GET', '/v2/pods')).toMatchObject({ body: { pods: [] } });
  });

  it('lists pods of clusters when asked to, and ignores a query parameter that it does not know', async () => {
    const { ask, world } = running();
    createCluster(world.state(), 'sweep');
    createPod(world.state(), { ...aPod, id: 'node', cluster: { id: 'sweep', rank: 0 } });
    const idsOf = async (query: string) =>
      JSON.stringify((await ask('GET', `/v2/pods${query}`)).body).match(/"id":"(tune|node)"/g)?.length;
    expect(await idsOf('')).toBe(1);
    expect(await idsOf('?includeClusterPod=true')).toBe(1);
    expect(await idsOf('?includeClusterPods=true')).toBe(2);
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
    const { ask } = running();
    const refused = await ask('POST', '/v2/pods/tune/action', request);
    expect(refused).toMatchObject({ status, body: { status, detail: expect.any(String) } });
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
  });

  it('counts requests by minute, hour and day, and says in each reply what is left', async () => {
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

  it('tells the balance and the spend limit by GraphQL and by REST', async () => {
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
    const { ask, clock } = running();
    clock.advance(hours(3));
    expect(await ask('GET', '/v2/billing/pods?bucketSize=hour&lastN=2&podId=tune')).toMatchObject({
      body: {
        records: [
          { startTime: '2026-11-24T12:00:00Z', podId: 'tune', gpuAmount: 6.36, cpuAmount: 0 },
          { startTime: '2026-11-24T13:00:00Z', gpuAmount: 0.53 },
        ],
        metadata: { recordCount: 2, uniquePodCount: 1, query: { bucketSize: 'hour', podId: 'tune' } },
      },
    });
    const range = 'startTime=2026-11-24T11:30:00Z&endTime=2026-11-24T11:45:00Z';
    expect(await ask('GET', `/v2/billing/pods?bucketSize=hour&${range}`)).toMatchObject({
      body: { metadata: { query: { startTime: '2026-11-24T11:00:00Z', endTime: '2026-11-24T12:00:00Z' } } },
    });
    expect(await ask('GET', `/v2/billing/pods?lastN=2&${range}`)).toMatchObject({ status: 400 });
    expect(await ask('GET', '/v2/billing/pods?podId=nobody')).toMatchObject({ body: { records: [] } });
  });

  it('answers what its faults say', async () => {
    const { ask, world } = running({
      faults: [{ kind: 'unavailable', probability: 1, operations: ['podAction'] }],
    });
    expect(await ask('POST', '/v2/pods/tune/action', { body: { action: 'stop' } })).toMatchObject({
      status: 503,
    });
    expect(world.state().pods.get('tune')?.life.at(-1)).toMatchObject({ status: 'RUNNING' });
    expect(await ask('GET', '/v2/pods')).toMatchObject({ status: 200 });
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
