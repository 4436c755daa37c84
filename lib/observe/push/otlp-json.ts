import * as z from 'zod';
import { type MetricPoint, PushError, pointCollector } from './metric-point.ts';

/**
 * OTLP's JSON encodes 64-bit integers and figures such as "NaN" as strings. An empty string is no figure, and not 0.
 */
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
const Resource = z.object({ attributes: z.array(Attribute).optional() });
const OfResource = z.object({ resource: Resource.optional(), scopeMetrics: z.array(Scope).optional() });
const Export = z.object({ resourceMetrics: z.array(OfResource).optional() });

/**
 * Reads the body of OTLP/HTTP's `POST /v1/metrics` in JSON.
 * @throws PushError for any other body.
 */
export function readOtlpJson(body: string): readonly MetricPoint[] {
  const { points, add } = pointCollector();
  for (const { resource, scopeMetrics = [] } of parsed(body).resourceMetrics ?? []) {
    const host = textOf(resource?.attributes, 'host.id') ?? '';
    for (const { metrics = [] } of scopeMetrics)
      for (const { name, gauge, sum } of metrics)
        for (const { attributes, timeUnixNano, asDouble, asInt } of [
          ...(gauge?.dataPoints ?? []),
          ...(sum?.dataPoints ?? []),
        ])
          add(name, host, {
            part: textOf(attributes, 'hw.id'),
            mode: textOf(attributes, 'cpu.mode') ?? textOf(attributes, 'state'),
            nanoseconds: timeUnixNano,
            value: asDouble ?? asInt,
          });
  }
  return points;
}

const textOf = (attributes: readonly z.infer<typeof Attribute>[] = [], name: string): string | undefined =>
  attributes.find(({ key }) => key === name)?.value?.stringValue;

function parsed(body: string): z.infer<typeof Export> {
  try {
    return Export.parse(JSON.parse(body));
  } catch (cause) {
    throw new PushError('the body is no metrics request of OTLP in JSON', { cause });
  }
}
