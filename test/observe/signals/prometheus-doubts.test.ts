import { describe, expect, it } from 'vitest';
import { noon } from '../../support/builders/observation-builders.ts';
import { answer } from '../../support/rude-service.ts';
import { matrix, replying, series } from './a-prometheus.ts';

describe('a doubtful figure of Prometheus', () => {
  it.each<[string, string, string[], (number | undefined)[], string?]>([
    ['is unknown where it is up to 1 and from DCGM', 'dcgm', ['0', '0.99', '0.87'], [2, 0, 0]],
    ...['dcgm', 'nvidia-smi', 'opentelemetry'].map((metric): [string, string, string[], number[], string] => [
      `is unknown where it is a fraction of a percent from ${metric} beside whole ones`,
      metric,
      ['57', '0.99', '1'],
      [2, 0, 2],
      'divided',
    ]),
    ['is unknown where it is up to 1 and from a custom query', 'own', ['0', '0.4', '1'], [2, 0, 0]],
    [
      'is known where it is up to 1 and from a custom query, beside one over 1',
      'own',
      ['57', '0.4', '1'],
      [2, 2, 2],
    ],
    ['is known where the unit is set', '', ['0', '0.4', '1'], [2, 2, 2]],
  ])('%s (invariant 26)', async (_, metric, figures, known, reason = 'unit') => {
    const { read } = await replying((response) => {
      const values = figures.map((text, index) => [10 - 5 * index, text] as const);
      const labels = { instance: 'train-7b', ...(metric && { spendwatch_metric: metric }) };
      const counts = series(
        'gpus',
        values.map(([ago]) => [ago, '2'] as const),
      );
      answer(response, 200, matrix(series('gpu', values, labels), counts));
    });
    const points = (await read()).get('train-7b');
    expect(points?.map(({ gpu }) => gpu?.known)).toEqual(known);
    expect(points?.map(({ doubt }) => doubt)).toEqual(
      known.map((count) => (count === 0 ? reason : undefined)),
    );
  });

  it('is unknown where it is of a CPU whose unit is undecided, as for a GPU (invariant 26)', async () => {
    const cpu = (text: string) =>
      series('cpu', [[0, text]], { instance: 'train-7b', spendwatch_metric: 'own' });
    const { read } = await replying((response) => answer(response, 200, matrix(cpu('0.99'))));
    expect((await read()).get('train-7b')).toEqual([{ at: noon, cpu: null, doubt: 'unit' }]);
  });

  it('is unknown where the machine’s own clock stood still, whatever else is reported (invariant 26)', async () => {
    const { read } = await replying((response) =>
      answer(
        response,
        200,
        matrix(
          ...[series('gpu', [[0, '0']]), series('gpus', [[0, '2']]), series('logins', [[0, '0']])],
          ...[series('cpu', [[0, '3']]), series('frozen', [[0, '0']])],
        ),
      ),
    );
    expect((await read()).get('train-7b')).toEqual([
      { at: noon, cpu: null, gpu: { known: 0, busiest: 0, memory: null }, doubt: 'frozen' },
    ]);
  });

  it('of a GPU whose memory moved while it read unused counts as use, and not as known (invariant 26)', async () => {
    const { read } = await replying((response) =>
      answer(
        response,
        200,
        matrix(series('gpu', [[0, '0']]), series('gpus', [[0, '2']]), series('gpus-moved', [[0, '1']])),
      ),
    );
    expect((await read()).get('train-7b')).toEqual([
      {
        at: noon,
        cpu: null,
        gpu: { known: 0, busiest: 0, memory: null, memoryMoved: true },
        doubt: 'memory',
      },
    ]);
  });
});
