import { JsonMetricsSerializer, ProtobufMetricsSerializer } from '@opentelemetry/otlp-transformer';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
  type ResourceMetrics,
} from '@opentelemetry/sdk-metrics';
import fc from 'fast-check';
import { PbfWriter } from 'pbf';
import { beforeAll, describe, expect, it } from 'vitest';
import { PushError } from '../../../lib/observe/push/metric-point.ts';
import { readOtlpJson } from '../../../lib/observe/push/otlp-json.ts';
import { readOtlpProtobuf } from '../../../lib/observe/push/otlp-protobuf.ts';
import { runs } from '../../support/tier.ts';

/** Metrics as OpenTelemetry's own SDK collects them. */
async function collected(): Promise<ResourceMetrics> {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
  const provider = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter })] });
  const meter = provider.getMeter('hw');
  for (const [id, use] of [
    ['GPU-1', 0.25],
    ['GPU-2', 0],
  ] as const) {
    meter.createGauge('hw.gpu.utilization').record(use, { 'hw.id': id, 'hw.gpu.task': 'general' });
    meter.createUpDownCounter('hw.gpu.memory.usage').add(2 ** 33, { 'hw.id': id, 'hw.name': 'H100' });
  }
  meter.createGauge('hw.gpu.utilization').record(0.5, { 'hw.id': 'GPU-2', 'hw.gpu.task': 'encoder' });
  const cpu = meter.createGauge('system.cpu.utilization');
  for (const [mode, share] of [
    ['idle', 0.25],
    ['user', 0.5],
    ['wait', 0.25],
  ] as const)
    cpu.record(share, { cpu: 'cpu0', state: mode });
  meter.createHistogram('http.server.duration').record(3);
  meter.createGauge('system.memory.utilization').record(0.5);
  await provider.forceFlush();
  const [metrics] = exporter.getMetrics();
  await provider.shutdown();
  if (metrics === undefined) throw new Error('nothing was collected');
  const resource = Object.create(metrics.resource, { attributes: { value: { 'host.id': 'boot-1' } } });
  return { ...metrics, resource };
}

describe('a push of the OpenTelemetry SDK', () => {
  let metrics: ResourceMetrics;
  beforeAll(async () => {
    metrics = await collected();
  });
  it.each([
    ['JSON', readOtlpJson, JsonMetricsSerializer],
    ['protobuf', readOtlpProtobuf, ProtobufMetricsSerializer],
  ] as const)('is read in %s', (_, read, { serializeRequest }) => {
    const points = read(serializeRequest(metrics) ?? new Uint8Array());
    const ofGpus = points.filter(({ isOfEngine }) => isOfEngine !== true);
    expect(points.filter(({ isOfEngine }) => isOfEngine)).toMatchObject([{ part: 'GPU-2', value: 0.5 }]);
    expect(ofGpus.map(({ metric, part, value }) => [metric, part, value])).toEqual([
      ['hw.gpu.utilization', 'GPU-1', 0.25],
      ['hw.gpu.utilization', 'GPU-2', 0],
      ['hw.gpu.memory.usage', 'GPU-1', 2 ** 33],
      ['hw.gpu.memory.usage', 'GPU-2', 2 ** 33],
      ['system.cpu.utilization', '', 0.75],
    ]);
    expect(new Set(points.map(({ host }) => host))).toEqual(new Set(['boot-1']));
    const [seconds = 0, nanoseconds = 0] = metrics.scopeMetrics[0]?.metrics[0]?.dataPoints[0]?.endTime ?? [];
    // A time in nanoseconds is beyond what a number holds to the last digit.
    expect(Math.abs((points[0]?.at ?? 0) - (seconds * 1_000 + nanoseconds / 1e6))).toBeLessThan(1.1);
  });

  it('is never read as more figures than it holds, wherever it is cut off or a bit is flipped', () => {
    const body = ProtobufMetricsSerializer.serializeRequest(metrics) ?? new Uint8Array();
    fc.assert(
      fc.property(fc.nat(body.length - 1), fc.nat(255), fc.boolean(), (index, byte, isCut) => {
        const hostile = isCut ? body.slice(0, index) : body.with(index, byte);
        try {
          for (const { value } of readOtlpProtobuf(hostile)) expect(value ?? 0).toBeGreaterThanOrEqual(0);
        } catch (error) {
          expect(error).toBeInstanceOf(PushError);
        }
      }),
      runs(500),
    );
  });
});

describe('a body that is not a push', () => {
  it.each([
    '',
    'null',
    '[]',
    '{"resourceMetrics":{}}',
    '{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{}]}]}]}',
    '[[[[',
  ])('is an error in JSON: %s', (body) => expect(() => readOtlpJson(Buffer.from(body))).toThrow(PushError));

  it('is read in a time bounded by its length, however deeply messages are nested', () => {
    const writer = new PbfWriter();
    const nest = (depth: number, pbf: PbfWriter): void => {
      if (depth > 0) pbf.writeMessage(1, nest, depth - 1);
    };
    nest(500, writer);
    expect(readOtlpProtobuf(writer.finish())).toEqual([]);
    expect(() => readOtlpProtobuf(new Uint8Array(1_000_000).fill(0xff))).toThrow(PushError);
  });

  it('may not hold more figures than a push may', () => {
    const dataPoints = Array.from({ length: 20_001 }, () => ({ timeUnixNano: '1', asDouble: 0 }));
    const metrics = [{ name: 'hw.gpu.utilization', gauge: { dataPoints } }];
    const body = Buffer.from(JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }));
    expect(() => readOtlpJson(body)).toThrow('a push may hold at most 20000 figures');
  });

  /** Field 1, a message of so many bytes, and so on: an OTLP request with this content in its first metric. */
  const inMetric = (name: string, content: Buffer): Buffer => {
    const wrapped = (field: number, inner: Buffer) => {
      const writer = new PbfWriter();
      writer.writeBytesField(field, inner);
      return Buffer.from(writer.finish());
    };
    const nameField = wrapped(1, Buffer.from(name));
    return wrapped(1, wrapped(2, wrapped(2, Buffer.concat([nameField, wrapped(5, content)]))));
  };
  const emptyPoint = Buffer.from([0x0a, 0x00]);
  const emptyAttribute = Buffer.from([0x3a, 0x00]);
  const repeated = (part: Buffer, count: number) => Buffer.alloc(part.length * count, part);
  const inJson = (name: string, points: string) =>
    Buffer.from(
      `{"resourceMetrics":[{"scopeMetrics":[{"metrics":[{"name":"${name}","gauge":{"dataPoints":[${points}]}}]}]}]}`,
    );
  const many = (part: string, count: number) => `${part},`.repeat(count - 1) + part;
  const attributes = (count: number) => {
    const point = new PbfWriter();
    point.writeBytesField(1, repeated(emptyAttribute, count));
    return Buffer.from(point.finish());
  };

  // Each is followed by a mistake, which would be reported if it was decoded to its end.
  it.each([
    [
      'points of a metric in JSON',
      () => readOtlpJson(inJson('other', `${many('{}', 60_000)}`)),
      'figures, including ignored ones',
    ],
    ['objects in JSON', () => readOtlpJson(inJson('other', `${many('{}', 1_300_000)},!`)), 'parts'],
    ['numbers in JSON', () => readOtlpJson(inJson('other', `${many('1', 1_900_000)},!`)), 'parts'],
    ['nested lists in JSON', () => readOtlpJson(Buffer.alloc(4_000_000, '[')), 'deep'],
    [
      'points of a metric in protobuf',
      () =>
        readOtlpProtobuf(
          inMetric('other', Buffer.concat([repeated(emptyPoint, 1_900_000), Buffer.alloc(9, 0xff)])),
        ),
      'figures, including ignored ones',
    ],
    [
      'attributes in protobuf',
      () =>
        readOtlpProtobuf(inMetric('other', Buffer.concat([attributes(1_900_000), Buffer.alloc(9, 0xff)]))),
      'parts',
    ],
  ])('may not hold millions of %s, of which few are decoded', (_, read, what) => {
    expect(read).toThrow(what);
    expect(read).toThrow(PushError);
  });

  it('may hold texts with any characters, as many points as are kept, and metrics that are not read', () => {
    const point =
      '{"timeUnixNano":"1","asDouble":0,"attributes":[{"key":"hw.id","value":{"stringValue":"[{,\\\\"}}]}';
    expect(readOtlpJson(inJson('hw.gpu.utilization', many(point, 20_000)))).toHaveLength(20_000);
    expect(readOtlpJson(inJson('other', many('1', 40_000)))).toEqual([]);
  });

  it.each(['NaN', 'Infinity', -1, '', ' ', '0x', null, {}])('has no figure where one is %j', (asDouble) => {
    const metrics = [
      { name: 'hw.gpu.utilization', gauge: { dataPoints: [{ timeUnixNano: '1', asDouble }] } },
    ];
    const body = Buffer.from(JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }));
    expect(readOtlpJson(body)).toMatchObject([{ value: null }]);
  });
});
