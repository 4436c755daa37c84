import { Gauge, Registry, type RegistryContentType } from 'prom-client';
import type { MetricFamily } from '../../views/metrics/metric-family.ts';

const types = {
  openMetrics: Registry.OPENMETRICS_CONTENT_TYPE,
  text: Registry.PROMETHEUS_CONTENT_TYPE,
} as const;

/** A text that is scraped, and what it is written in. */
export type Exposition = { readonly type: string; readonly text: string };

/**
 * Metrics as scrapers read them. They are made of heads, which other processes change too, so each text has a
 * registry of its own, and the package's global one is left alone. Of what there is no sample nothing is written.
 */
export async function expositionOf(
  families: readonly MetricFamily[],
  form: keyof typeof types,
): Promise<Exposition> {
  const registry = new Registry<RegistryContentType>();
  registry.setContentType(types[form]);
  for (const { name, help, labels, samples } of families) {
    if (samples.length === 0) continue;
    const gauge = new Gauge({ name, help, labelNames: [...labels], registers: [] });
    for (const { of, value } of samples) gauge.set({ ...of }, value);
    registry.registerMetric(gauge);
  }
  return { type: types[form], text: await registry.metrics() };
}

/** The form that a scraper asks for: OpenMetrics unless it names the older one alone. */
export const formFor = (accept: string | undefined): keyof typeof types =>
  accept !== undefined && /\btext\/plain\b/.test(accept) && !/openmetrics/.test(accept)
    ? 'text'
    : 'openMetrics';
