import { earlier, minutes, seconds } from '../../../lib/model/time/time.ts';
import {
  anonymous,
  type PrometheusOptions,
  prometheusSource,
} from '../../../lib/observe/signals/prometheus/prometheus.ts';
import { noon } from '../../support/builders/observation-builders.ts';
import { type Behaviour, rudeService } from '../../support/rude-service.ts';

/** The last three slots. */
export const window = { from: earlier(noon, minutes(15)), until: noon };
export const sourceOf = (url: string, options: Partial<PrometheusOptions> = {}) =>
  prometheusSource({
    url,
    machineLabel: 'instance',
    projectLabel: null,
    recipes: ['dcgm'],
    own: {},
    units: {},
    authorize: anonymous,
    answerWithin: seconds(30),
    ...options,
  });
/** A source whose server answers like this, and the queries that it received. */
export const replying = async (behave: Behaviour, options: Partial<PrometheusOptions> = {}) => {
  const service = await rudeService(behave);
  const read = () => sourceOf(`${service.url}/prom/`, options).read(window);
  return { read, received: service.received };
};
/** A series of a result, with its values by their age in minutes. */
export const series = (
  figure: string,
  values: readonly (readonly [number, string])[],
  labels: object = { instance: 'train-7b:9400' },
) => ({
  metric: { spendwatch_figure: figure, ...labels },
  values: values.map(([ago, value]) => [noon / 1_000 - ago * 60, value]),
});
export const matrix = (...result: readonly unknown[]) => ({
  status: 'success',
  data: { resultType: 'matrix', result },
});
