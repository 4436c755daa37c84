import * as z from 'zod';
import { isRead, type MetricPoint, PushError, partCounter, pointCollector } from './metric-point.ts';

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
  flags: figure,
  attributes: z.array(Attribute).optional(),
});
/** Points are counted before they are decoded, and only those of metrics that are read are decoded. */
const Points = z.object({ dataPoints: z.array(z.unknown()).optional() }).optional();
const Metric = z.object({ name: z.string(), gauge: Points, sum: Points });
const Scope = z.object({ metrics: z.array(Metric).optional() });
const Resource = z.object({ attributes: z.array(Attribute).optional() });
const OfResource = z.object({ resource: Resource.optional(), scopeMetrics: z.array(Scope).optional() });
const Export = z.object({ resourceMetrics: z.array(OfResource).optional() });

/**
 * Reads the body of OTLP/HTTP's `POST /v1/metrics` in JSON.
 * @throws PushError for any other body.
 */
export function readOtlpJson(body: Uint8Array): readonly MetricPoint[] {
  countParts(body);
  const { points, decode, add } = pointCollector();
  for (const { resource, scopeMetrics = [] } of parsed(Export, inJson(body)).resourceMetrics ?? []) {
    const host = findAttributeText(resource?.attributes, 'host.id') ?? '';
    for (const { metrics = [] } of scopeMetrics)
      for (const { name, gauge, sum } of metrics) {
        const sent = [...(gauge?.dataPoints ?? []), ...(sum?.dataPoints ?? [])];
        decode(sent.length);
        if (!isRead(name)) continue;
        for (const { attributes, timeUnixNano, asDouble, asInt, flags } of parsed(z.array(Point), sent))
          add(name, host, {
            part: findAttributeText(attributes, 'hw.id'),
            mode: findAttributeText(attributes, 'cpu.mode') ?? findAttributeText(attributes, 'state'),
            engine: findAttributeText(attributes, 'hw.gpu.task'),
            nanoseconds: timeUnixNano,
            value: asDouble ?? asInt,
            flags,
          });
      }
  }
  return points;
}

/** The deepest nesting of lists and objects that is accepted: twice that of a figure. */
const deepest = 32;
const code = {
  quote: 0x22,
  escape: 0x5c,
  comma: 0x2c,
  openList: 0x5b,
  closeList: 0x5d,
  open: 0x7b,
  close: 0x7d,
};

/**
 * Counts the values in a text in JSON before it is parsed: four kilobytes of gzip may hold a million empty objects,
 * each of which costs a thousand times its bytes.
 * @throws PushError for too much
 */
function countParts(body: Uint8Array): void {
  const count = partCounter();
  let depth = 0;
  let isText = false;
  for (let index = 0; index < body.length; index += 1) {
    const byte = body[index];
    if (isText) {
      if (byte === code.escape) index += 1;
      else if (byte === code.quote) isText = false;
    } else if (byte === code.quote) isText = true;
    else if (byte === code.comma) count();
    else if (byte === code.closeList || byte === code.close) depth -= 1;
    else if (byte === code.openList || byte === code.open) {
      count();
      depth += 1;
      if (depth > deepest) throw new PushError(`a push may be nested at most ${deepest} levels deep`);
    }
  }
}

const findAttributeText = (
  attributes: readonly z.infer<typeof Attribute>[] = [],
  name: string,
): string | undefined => attributes.find(({ key }) => key === name)?.value?.stringValue;

function inJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch (cause) {
    throw new PushError(noRequest, { cause });
  }
}

function parsed<T>(form: z.ZodType<T>, value: unknown): T {
  const result = form.safeParse(value);
  if (result.success) return result.data;
  throw new PushError(noRequest, { cause: result.error });
}

const noRequest = 'the body is not an OTLP metrics request in JSON';
