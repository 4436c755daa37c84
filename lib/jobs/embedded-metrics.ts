import { type MetricName, metricDimension, metricNamespace, metrics } from '../config/settings/metrics.ts';
import type { Instant } from '../model/time/time.ts';

export type MetricValues = Readonly<Partial<Record<MetricName, number>>>;

/**
 * Returns a log line that CloudWatch turns into metrics, without a request: the embedded metric format,
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function embeddedMetrics(deployment: string, at: Instant, measured: MetricValues): string {
  const isMeasured = (name: string): name is MetricName => name in metrics && name in measured;
  const names = Object.keys(metrics).filter(isMeasured);
  const directive = {
    Namespace: metricNamespace,
    Dimensions: [[metricDimension]],
    Metrics: names.map((name) => ({ Name: name, Unit: metrics[name] })),
  };
  const values = Object.fromEntries(names.map((name) => [name, measured[name]]));
  const metadata = { _aws: { Timestamp: at, CloudWatchMetrics: [directive] }, [metricDimension]: deployment };
  return `${JSON.stringify({ ...metadata, ...values })}\n`;
}
