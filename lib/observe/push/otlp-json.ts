import * as z from 'zod';
import { type MetricPoint, PushError, pointCollector } from './metric-point.ts';

/** Integers of 64 bits and figures such as "NaN" are texts in OTLP's JSON. An empty text is no figure, least of all 0. */
const figure = z
  .union([z.number(), z.string().regex(/^-?\d/).transform(Number)])
  .optional()
  .catch(undefined);
const Attribute = z.object({
  key: z.string(),
  value: z.object({ stringValue: z.string().optional() }).optional(),
});
const Point = z.object({
  timeUnixNano: figure,
  asDouble: figure,
  asInt: figure,
  attributes: z.array(Attribute).optional(),
});
const Points = z.object({ dataPoints: z.array(Point).optional() }).optional();
const Metric = z.object({ name: z.string(), gauge: Points, sum: Points });
const Scope = z.object({ metrics: z.array(Metric).optional() });
const Export = z.object({
  resourceMetrics: z.array(z.object({ scopeMetrics: z.array(Scope).optional() })).optional(),
});

/**
 * Reads the body of OTLP/HTTP's `POST /v1/metrics` in JSON.
 *
 * @throws PushError if it is none.
 */
export function readOtlpJson(body: string): readonly MetricPoint[] {
  const { points, add } = pointCollector();
  for (const { scopeMetrics = [] } of parsed(body).resourceMetrics ?? [])
    for (const { metrics = [] } of scopeMetrics)
      for (const { name, gauge, sum } of metrics)
        for (const point of [...(gauge?.dataPoints ?? []), ...(sum?.dataPoints ?? [])]) {
          const of = point.attributes?.find(({ key }) => key === 'hw.id');
          add(name, of?.value?.stringValue ?? '', point.timeUnixNano, point.asDouble ?? point.asInt);
        }
  return points;
}

function parsed(body: string): z.infer<typeof Export> {
  try {
    return Export.parse(JSON.parse(body));
  } catch (cause) {
    throw new PushError('the body is no metrics request of OTLP in JSON', { cause });
  }
}
