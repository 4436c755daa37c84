import { Hono } from 'hono';
import { Gauge, Registry, type RegistryContentType } from 'prom-client';
import { errorText } from '../../jobs/log.ts';
import type { Clock, Log } from '../../jobs/ports.ts';
import {
  computeSpan,
  type Instant,
  isoInstant,
  type Span,
  seconds,
  spanInWords,
} from '../../model/time/time.ts';
import type { Head } from '../../state/head.ts';
import type { Policy } from '../../state/policy.ts';
import { listed } from '../../views/listed.ts';
import type { MetricFamily } from '../../views/metrics/metric-family.ts';
import { listMetrics } from '../../views/metrics/metrics.ts';

/** The part of a running service that metrics are computed from. */
type MetricsSource = {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly heads: () => Promise<readonly Head[]>;
  readonly policy: () => Policy;
  readonly passing: () => Passing;
  /** Time between the starts of two passes. */
  readonly every: Span;
};

/** The time for which metrics are cached, so that frequent scrapes read the ledger once. */
const freshFor = seconds(5);

/** Serves `/metrics` for Prometheus and `/healthz` for process supervisors. Neither contains secrets. */
export function metricsRoutes(source: MetricsSource): Hono {
  const families = remembered(source, () => measured(source));
  const app = new Hono();
  app.get('/metrics', async (context) => {
    try {
      const { type, text } = await formatExposition(
        await families(),
        decideExpositionForm(context.req.header('accept')),
      );
      return context.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
    } catch (error) {
      source.log('metrics-failed', { because: errorText(error) });
      return context.text('the ledger could not be read\n', 503);
    }
  });
  app.get('/healthz', (context) => {
    const health = judgeHealth(source.passing(), source.every, source.clock.now());
    return context.json(health, health.status === 'ok' ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
  return app;
}

async function measured({ heads, policy, clock, passing }: MetricsSource): Promise<readonly MetricFamily[]> {
  const families = listMetrics(listed(await heads()), policy(), clock.now());
  const { lastPassAt } = passing();
  return [
    ...families,
    {
      name: 'spendwatch_last_pass_timestamp_seconds',
      help: 'Unix time of the end of the last pass over all targets, in seconds.',
      labels: [],
      samples: lastPassAt === null ? [] : [{ of: {}, value: lastPassAt / 1_000 }],
    },
  ];
}

/** Caches an answer for a short time; a failure is not cached. */
function remembered<T>({ clock }: Pick<MetricsSource, 'clock'>, ask: () => Promise<T>): () => Promise<T> {
  let last: { readonly at: Instant; readonly answer: Promise<T> } | null = null;
  return () => {
    const now = clock.now();
    if (last !== null && Math.abs(computeSpan(last.at, now)) < freshFor) return last.answer;
    const entry = { at: now, answer: ask() };
    last = entry;
    entry.answer.catch(() => {
      if (last === entry) last = null;
    });
    return entry.answer;
  };
}

/** The times of passes that health depends on. */
type Passing = {
  readonly startedAt: Instant;
  /** The end of the last completed pass; `null` before the first. */
  readonly lastPassAt: Instant | null;
};

type Health = {
  readonly status: 'ok' | 'late';
  readonly last_pass_at: string | null;
  readonly because: string;
};

/** The number of intervals without a completed pass after which the service is late. */
const patience = 3;

/** Returns the health of the service from the age of the last completed pass. */
function judgeHealth({ startedAt, lastPassAt }: Passing, every: Span, now: Instant): Health {
  const age = computeSpan(lastPassAt ?? startedAt, now);
  const last = lastPassAt === null ? 'no pass completed yet' : `last pass completed ${spanInWords(age)} ago`;
  const isLate = age > patience * every;
  return {
    status: isLate ? 'late' : 'ok',
    last_pass_at: lastPassAt && isoInstant(lastPassAt),
    because: `${last}; interval ${spanInWords(every)}`,
  };
}

const types = {
  openMetrics: Registry.OPENMETRICS_CONTENT_TYPE,
  text: Registry.PROMETHEUS_CONTENT_TYPE,
} as const;

/** A scraped text and its content type. */
type Exposition = { readonly type: string; readonly text: string };

/**
 * Formats metrics for scrapers. They are computed from heads, which other processes change too, so each text has its
 * own registry. Families without samples are left out.
 */
async function formatExposition(
  families: readonly MetricFamily[],
  form: keyof typeof types,
): Promise<Exposition> {
  const registry = new Registry<RegistryContentType>();
  registry.setContentType(types[form]);
  for (const { name, help, labels, samples } of families) {
    if (samples.length === 0) continue;
    const labelNames = [...new Set([...labels, ...samples.flatMap(({ of }) => Object.keys(of))])];
    const gauge = new Gauge({ name, help, labelNames, registers: [] });
    for (const { of, value } of samples) gauge.set({ ...of }, value);
    registry.registerMetric(gauge);
  }
  return { type: types[form], text: await registry.metrics() };
}

/** Returns the format that a scraper accepts: OpenMetrics unless it only accepts the older one. */
const decideExpositionForm = (accept: string | undefined): keyof typeof types =>
  accept !== undefined && /\btext\/plain\b/.test(accept) && !/openmetrics/.test(accept)
    ? 'text'
    : 'openMetrics';
