import { describe, expect, it } from 'vitest';
import { earlier, instant, minutes } from '../../../lib/model/time/time.ts';
import {
  anonymous,
  byPassword,
  bySignature,
  byToken,
} from '../../../lib/observe/signals/prometheus/prometheus.ts';
import { markedKey } from '../../support/api-key.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { answer, rudeService } from '../../support/rude-service.ts';
import { matrix, replying, series, sourceOf } from './a-prometheus.ts';

describe('the query', () => {
  it('is one range query for the whole fleet, in windows of a slot', async () => {
    const { read, received } = await replying((response) => answer(response, 200, matrix()));
    await read();
    expect(received).toHaveLength(1);
    const [{ method, path, body } = expect.fail()] = received;
    expect({ method, path }).toEqual({ method: 'POST', path: '/prom/api/v1/query_range' });
    const { query, ...others } = Object.fromEntries(new URLSearchParams(body));
    expect(others).toEqual({
      start: `${noon / 1_000 - 600}`,
      end: `${noon / 1_000}`,
      step: '300',
      timeout: '30s',
    });
    expect(query?.split(' or ')).toEqual([
      'label_replace(label_replace(1 * max by (instance) (max_over_time(DCGM_FI_DEV_GPU_UTIL[5m])), "spendwatch_figure", "gpu", "instance", ".*"), "spendwatch_metric", "dcgm", "instance", ".*")',
      'label_replace(count by (instance) (max by (instance, UUID) (max_over_time(DCGM_FI_DEV_GPU_UTIL[5m])) >= 0 <= 100), "spendwatch_figure", "gpus", "instance", ".*")',
      'label_replace(1048576 * sum by (instance) (max by (instance, UUID) (max_over_time(DCGM_FI_DEV_FB_USED[5m]))), "spendwatch_figure", "gpu-memory", "instance", ".*")',
      'label_replace(count by (instance) (max by (instance, UUID) (max_over_time(DCGM_FI_DEV_FB_USED[10m]) - min_over_time(DCGM_FI_DEV_FB_USED[10m])) >= 64 and max by (instance, UUID) (max_over_time(DCGM_FI_DEV_GPU_UTIL[10m])) == 0), "spendwatch_figure", "gpus-moved", "instance", ".*")',
    ]);
  });

  it('can end at any moment, as just before an action', async () => {
    const { received, ...service } = await rudeService((response) => answer(response, 200, matrix()));
    const until = instant(noon + 61_000);
    await sourceOf(service.url).read({ from: earlier(until, minutes(20)), until });
    const asked = new URLSearchParams(received[0]?.body);
    expect([asked.get('start'), asked.get('end')].map((at) => Number(at) - noon / 1_000)).toEqual([-839, 61]);
  });

  it('can be a custom one, with other labels', async () => {
    const { read, received } = await replying((response) => answer(response, 200, matrix()), {
      machineLabel: 'host_name',
      projectLabel: 'tenant',
      recipes: ['node'],
      own: { gpu: 'my_gpu_busy * 100' },
    });
    await read();
    const query = new URLSearchParams(received[0]?.body).get('query');
    expect(query).toContain(
      'count by (host_name, tenant) (max_over_time((my_gpu_busy * 100)[5m:30s]) >= 0 <= 100)',
    );
    expect(query).toContain(
      '100 * (1 - avg by (host_name, tenant) (rate(node_cpu_seconds_total{mode="idle"}[5m])))',
    );
  });

  it.each([
    ['a token', byToken(async () => markedKey('token')), `Bearer ${markedKey('token')}`],
    [
      'a password',
      byPassword('ana', async () => markedKey('pass')),
      `Basic ${btoa(`ana:${markedKey('pass')}`)}`,
    ],
    ['nothing', anonymous, undefined],
  ] as const)('is authorized by %s', async (_, authorize, expected) => {
    const { read, received } = await replying((response) => answer(response, 200, matrix()), { authorize });
    await read();
    expect(received[0]?.headers['authorization']).toBe(expected);
  });

  it('is signed for Amazon Managed Service for Prometheus', async () => {
    const credentials = {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: markedKey('aws'),
      sessionToken: 'session',
    };
    const { read, received } = await replying((response) => answer(response, 200, matrix()), {
      authorize: bySignature('eu-west-1', credentials),
    });
    await read();
    expect(received[0]?.headers).toMatchObject({
      'x-amz-security-token': 'session',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/eu-west-1\/aps\/aws4_request, SignedHeaders=[a-z0-9;-]*host[a-z0-9;-]*, Signature=[0-9a-f]{64}$/,
      ),
    });
  });
});

describe('the reply', () => {
  it('is read as slots by machine, in the units of usage samples', async () => {
    const { read } = await replying((response) =>
      answer(
        response,
        200,
        matrix(
          series('gpu', [
            [5, '0'],
            [0, '97.2'],
          ]),
          series('gpus', [
            [5, '8'],
            [0, '7'],
          ]),
          series('gpu-memory', [[5, `${78.3 * 2 ** 30}`]]),
          series('cpu', [[0, '3.21']], { instance: 'http://Train-7B:9100/metrics' }),
          series('logins', [[0, '2']], { instance: 'train-7b' }),
          series('gpu', [[0, '4.04']], { instance: '[fd00::7]:9400' }),
        ),
      ),
    );
    expect(Object.fromEntries(await read())).toEqual({
      'train-7b': [
        { at: earlier(noon, minutes(5)), cpu: null, gpu: { known: 8, busiest: 0, memory: 78 } },
        { at: noon, cpu: 3.3, gpu: { known: 7, busiest: 98, memory: null }, logins: 2 },
      ],
      'fd00::7': [{ at: noon, cpu: null, gpu: { known: 0, busiest: 4.1, memory: null } }],
    });
  });

  it('is read without values that are not numbers, and with all others', async () => {
    const { read } = await replying((response) =>
      answer(
        response,
        200,
        matrix(
          null,
          { metric: { instance: 7 }, values: [] },
          { metric: { instance: 'x', spendwatch_figure: 'gpu' }, values: 'many' },
          series('price', [[0, '1']]),
          series('gpu', [[0, '1']], { other: 'x' }),
          series('gpu', [
            [10, 'NaN'],
            [5, '9223372036854775794'],
            [0, '1'],
          ]),
          series('gpus', [
            [10, '8'],
            [5, '8'],
            [0, '-1'],
          ]),
          series('logins', [
            [5, ''],
            [0, '+Inf'],
          ]),
        ),
      ),
    );
    expect(Object.fromEntries(await read())).toEqual({
      'train-7b': [
        { at: earlier(noon, minutes(10)), cpu: null, doubt: 'no-value' },
        { at: earlier(noon, minutes(5)), cpu: null, doubt: 'no-value' },
        { at: noon, cpu: null, gpu: { known: 0, busiest: 1, memory: null }, doubt: 'no-value' },
      ],
    });
  });

  it('counts only the slots that were asked for', async () => {
    const { read } = await replying((response) => {
      const gpu = series('gpu', [
        [15, '0'],
        [7, '0'],
        [5, '0'],
        [-5, '0'],
      ]);
      answer(response, 200, matrix(gpu));
    });
    expect((await read()).get('train-7b')?.map(({ at }) => (noon - at) / 60_000)).toEqual([5]);
  });

  it('names a machine with its project where the label itself does', async () => {
    const { read } = await replying((response) => {
      const labels = ['Lab/Box', 'host:9400/metrics', 'http://web/metrics'];
      answer(response, 200, matrix(...labels.map((instance) => series('gpu', [[0, '1']], { instance }))));
    });
    expect([...(await read()).keys()]).toEqual(['lab/box', 'host', 'web']);
  });

  it('names a machine with its project where another label holds it', async () => {
    const { read } = await replying(
      (response) =>
        answer(response, 200, matrix(series('gpu', [[0, '1']], { instance: 'box:1', tenant: 'Lab' }))),
      { projectLabel: 'tenant' },
    );
    expect([...(await read()).keys()]).toEqual(['lab/box']);
  });
});
