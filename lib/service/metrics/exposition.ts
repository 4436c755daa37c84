import { Gauge, Registry, type RegistryContentType } from 'prom-client';
import type { MetricFamily } from '../../views/metrics/metric-family.ts';

const types = {
  openMetrics: Registry.OPENMETRICS_CONTENT_TYPE,
  text: Registry.PROMETHEUS_CONTENT_TYPE,
} as const;

/** A scraped text and its content type. */
export type Exposition = { readonly type: string; readonly text: string };

/**
 * Formats metrics for scrapers. They are computed from heads, which other processes change too, so each text has its
 * own registry. Families without samples are left out.
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

/** Returns the format that a scraper accepts: OpenMetrics unless it only accepts the older one. */
export const formFor = (accept: string | undefined): keyof typeof types =>
  accept !== undefined && /\btext\/plain\b/.test(accept) && !/openmetrics/.test(accept)
    ? 'text'
    : 'openMetrics';
