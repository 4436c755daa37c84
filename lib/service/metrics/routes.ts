import { Hono } from 'hono';
import { errorText } from '../../jobs/error-text.ts';
import type { Clock, Log } from '../../jobs/ports.ts';
import type { Head } from '../../model/head.ts';
import type { Policy } from '../../model/rules/policy.ts';
import { between, type Instant, type Span, seconds } from '../../model/time/time.ts';
import type { MetricFamily } from '../../views/metrics/metric-family.ts';
import { metricsOf } from '../../views/metrics/metrics.ts';
import { expositionOf, formFor } from './exposition.ts';
import { healthOf, type Passing } from './health.ts';

/** The part of a running service that metrics are computed from. */
export type MetricsSource = {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly heads: () => Promise<readonly Head[]>;
  readonly policy: () => Policy;
  readonly passing: () => Passing;
  /** Time between the starts of two passes. */
  readonly every: Span;
};

/** Time for which metrics are cached, so that frequent scrapes read the ledger once. */
const freshFor = seconds(5);

/** Serves `/metrics` for Prometheus and `/healthz` for process supervisors. Neither contains secrets. */
export function metricsRoutes(source: MetricsSource): Hono {
  const families = remembered(source, () => measured(source));
  const app = new Hono();
  app.get('/metrics', async (context) => {
    try {
      const { type, text } = await expositionOf(await families(), formFor(context.req.header('accept')));
      return context.body(text, 200, { 'Content-Type': type, 'Cache-Control': 'no-store' });
    } catch (error) {
      source.log('metrics-failed', { because: errorText(error) });
      return context.text('the ledger could not be read\n', 503);
    }
  });
  app.get('/healthz', (context) => {
    const health = healthOf(source.passing(), source.every, source.clock.now());
    return context.json(health, health.status === 'ok' ? 200 : 503, { 'Cache-Control': 'no-store' });
  });
  return app;
}

async function measured({ heads, policy, clock, passing }: MetricsSource): Promise<readonly MetricFamily[]> {
  const families = metricsOf(await heads(), policy(), clock.now());
  const { lastPassAt } = passing();
  return [
    ...families,
    {
      name: 'spendwatch_last_pass_timestamp_seconds',
      help: 'End of the last pass over all targets, in seconds since 1970.',
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
    if (last !== null && Math.abs(between(last.at, now)) < freshFor) return last.answer;
    const asked = { at: now, answer: ask() };
    last = asked;
    asked.answer.catch(() => {
      if (last === asked) last = null;
    });
    return asked.answer;
  };
}
