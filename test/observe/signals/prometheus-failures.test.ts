import { describe, expect, it } from 'vitest';
import { milliseconds } from '../../../lib/model/time/time.ts';
import { byToken } from '../../../lib/observe/signals/prometheus/prometheus.ts';
import { readSignals } from '../../../lib/observe/signals/signals.ts';
import { markedKey } from '../../support/api-key.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { answer, type Behaviour, deserted, hangsUp, rudeService } from '../../support/rude-service.ts';
import { matrix, replying, series, sourceOf, window } from './a-prometheus.ts';

describe('a faulty server', () => {
  it.each<[string, Behaviour, string]>([
    ['refuses', (response) => answer(response, 401, {}), 'it answered 401'],
    [
      'names the mistake in a query',
      (response) =>
        answer(response, 400, { status: 'error', error: 'parse error:\n unexpected "}"\u001b[31m' }),
      'it answered 400: parse error: unexpected "}"[31m',
    ],
    [
      'repeats the secret',
      (response, { headers }) => answer(response, 403, { error: `no: ${String(headers['authorization'])}` }),
      'it answered 403: no: Bearer [redacted]',
    ],
    [
      'answers with something else',
      (response) => answer(response, 200, { status: 'success', data: [] }),
      'its reply is not the result of a range query',
    ],
    [
      'answers with no JSON',
      (response) => response.end('<html>'),
      'its reply is not the result of a range query',
    ],
    [
      'redirects',
      (response) => response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
      'it answered 302',
    ],
    [
      'sends more than 16 MiB',
      (response) => {
        response.writeHead(200);
        response.on('error', () => {});
        for (let piece = 0; piece < 20; piece += 1) response.write(Buffer.alloc(2 ** 20, 0x20));
        response.end();
      },
      'its reply is too large',
    ],
    [
      'returns too many series',
      (response) => answer(response, 200, matrix(...Array.from({ length: 50_001 }, () => 0))),
      'its reply has more than 50000 series',
    ],
  ])('that %s', async (_, behave, because) => {
    const { read } = await replying(behave, { authorize: byToken(async () => markedKey('secret')) });
    await expect(read()).rejects.toThrow(because);
  });

  it.each<[string, Behaviour]>([
    ['does not answer', () => {}],
    [
      'never ends',
      (response) => {
        response.writeHead(200);
        response.write('{');
      },
    ],
  ])('that %s is given up on at the time limit', async (_, behave) => {
    const { read } = await replying(behave, { answerWithin: milliseconds(200) });
    await expect(read()).rejects.toThrow('no answer in time');
  });

  it('that cannot be reached, or hangs up, is reported as such', async () => {
    await expect(sourceOf(await deserted()).read(window)).rejects.toThrow(
      'it could not be reached (ECONNREFUSED)',
    );
    await expect(sourceOf(`http://127.0.0.1:${await hangsUp()}`).read(window)).rejects.toThrow(
      'it could not be reached',
    );
  });

  it('is not asked where its secret cannot be read', async () => {
    const { read, received } = await replying((response) => answer(response, 200, matrix()), {
      authorize: byToken(() => Promise.reject(new Error('no file'))),
    });
    await expect(read()).rejects.toThrow('its credentials could not be read');
    expect(received).toEqual([]);
  });
});

describe('a partial answer', () => {
  const whole = matrix(
    series('gpu', [[0, '3']]),
    series('gpus', [[0, '8']]),
    series('cpu', [[0, '2']]),
    series('logins', [[0, '0']]),
    series('gpu', [[0, '97']], { instance: 'busy' }),
    series('gpus', [[0, '8']], { instance: 'busy' }),
    series('logins', [[0, '2']], { instance: 'busy' }),
  );

  it.each([
    [
      'Prometheus, Thanos or Mimir',
      { warnings: ['store at 10.0.0.1:\n context deadline exceeded'] },
      'store at 10.0.0.1: context deadline exceeded',
    ],
    ['VictoriaMetrics', { isPartial: true }, 'some of its storage did not answer'],
  ])(
    'of %s proves use but never idleness, and is reported (invariants 1 and 20)',
    async (_, extra, because) => {
      const service = await rudeService((response) => answer(response, 200, { ...whole, ...extra }));
      const partly: string[] = [];
      const source = sourceOf(service.url);
      const points = await source.read(window, { onPartial: (reason) => partly.push(reason) });
      expect([...points.values()]).toEqual([
        [{ at: noon, cpu: null, gpu: { known: 0, busiest: 3, memory: null } }],
        [{ at: noon, cpu: null, gpu: { known: 0, busiest: 97, memory: null }, logins: 2 }],
      ]);
      expect(partly).toEqual([`its answer is partial: ${because}`]);
      const { failures } = await readSignals([source], window);
      expect(failures).toEqual([`${source.name}: its answer is partial: ${because}`]);
    },
  );

  it.each([{ warnings: [] }, { warnings: null }, { isPartial: false }, { infos: ['a hint'] }])(
    'is not assumed where the server says %j',
    async (extra) => {
      const service = await rudeService((response) => answer(response, 200, { ...whole, ...extra }));
      const { of, failures } = await readSignals([sourceOf(service.url)], window);
      expect(of.get('train-7b')).toMatchObject([{ gpu: { known: 8, busiest: 3 }, logins: 0 }]);
      expect(failures).toEqual([]);
    },
  );
});
