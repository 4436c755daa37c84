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

/** Whatever keeps watch, as far as its metrics go. */
export type MetricsSource = {
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Log;
  readonly heads: () => Promise<readonly Head[]>;
  readonly policy: () => Policy;
  readonly passing: () => Passing;
  /** Between the beginnings of two passes. */
  readonly every: Span;
};

/** Several scrapers, or one in a hurry, cost one reading of the ledger. */
const freshFor = seconds(5);

/** `/metrics` for Prometheus and `/healthz` for whoever restarts what hangs. There is no secret in either. */
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
  const found = metricsOf(await heads(), policy(), clock.now());
  const { lastPassAt } = passing();
  return [
    ...found,
    {
      name: 'spendwatch_last_pass_timestamp_seconds',
      help: 'When the last pass over all targets ended, in seconds since 1970.',
      labels: [],
      samples: lastPassAt === null ? [] : [{ of: {}, value: lastPassAt / 1_000 }],
    },
  ];
}

/** One answer for all who ask within a moment; a failure is nobody's but theirs who waited for it. */
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
