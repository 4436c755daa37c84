import { PbfWriter } from 'pbf';
import { describe, expect, it } from 'vitest';
import { usagePoints } from '../../lib/clouds/compute/facts/usage.ts';
import { WireMonitorItem } from '../../lib/clouds/compute/wire/vm.ts';
import { WirePod } from '../../lib/clouds/runpod/contract.ts';
import { readGauges } from '../../lib/clouds/runpod/facts/gauges.ts';
import type { UsagePoint } from '../../lib/model/facts/usage.ts';
import { Subject } from '../../lib/model/ids.ts';
import { instant, later, minutes } from '../../lib/model/time/time.ts';
import type { MetricPoint } from '../../lib/observe/push/metric-point.ts';
import { readOtlpJson } from '../../lib/observe/push/otlp-json.ts';
import { readOtlpProtobuf } from '../../lib/observe/push/otlp-protobuf.ts';
import { pushedSlots, usageOf } from '../../lib/observe/push/pushed-usage.ts';
import { readMatrix } from '../../lib/observe/signals/prometheus/read-matrix.ts';

const begin = instant(Date.UTC(2026, 2, 10, 12));
const machine = Subject.parse('project/lab/vm/trainer');
const times = Array.from({ length: 15 }, (_, minute) => later(begin, minutes(minute + 0.5)));

/** Something that is sent in place of a figure, and whether a protocol can express it. */
type Mark = { readonly value: number | string | null; readonly flags?: number };

const ofPushes = (points: readonly MetricPoint[]): readonly UsagePoint[] =>
  usageOf([{ machine, at: later(begin, minutes(15)), ...pushedSlots(points) }]).get(machine) ?? [];

function inJson(kind: 'gauge' | 'sum', { value, flags }: Mark): readonly UsagePoint[] {
  const attributes = [{ key: 'hw.id', value: { stringValue: 'GPU-0' } }];
  const dataPoints = times.map((at) => ({
    timeUnixNano: `${at}000000`,
    attributes,
    asDouble: value,
    flags,
  }));
  const metrics = [{ name: 'hw.gpu.utilization', [kind]: { dataPoints } }];
  return ofPushes(
    readOtlpJson(Buffer.from(JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }))),
  );
}

function inProtobuf(kind: 'gauge' | 'sum', { value, flags = 0 }: Mark): readonly UsagePoint[] {
  const attribute = (_: null, pbf: PbfWriter) => {
    pbf.writeStringField(1, 'hw.id');
    pbf.writeMessage(2, (_text: null, text) => text.writeStringField(1, 'GPU-0'), null);
  };
  const point = (at: number, pbf: PbfWriter) => {
    pbf.writeTag(3, 1);
    const time = Buffer.alloc(8);
    time.writeBigUInt64LE(BigInt(at) * 1_000_000n);
    pbf.writeFixed32(time.readUInt32LE(0));
    pbf.writeFixed32(time.readUInt32LE(4));
    if (value !== null) pbf.writeDoubleField(4, Number(value));
    pbf.writeMessage(7, attribute, null);
    if (flags !== 0) pbf.writeVarintField(8, flags);
  };
  const points = (_: null, pbf: PbfWriter) => {
    for (const at of times) pbf.writeMessage(1, point, at);
  };
  const metric = (_: null, pbf: PbfWriter) => {
    pbf.writeStringField(1, 'hw.gpu.utilization');
    pbf.writeMessage(kind === 'gauge' ? 5 : 7, points, null);
  };
  const writer = new PbfWriter();
  const scope = (_: null, pbf: PbfWriter) => pbf.writeMessage(2, metric, null);
  writer.writeMessage(1, (_: null, pbf) => pbf.writeMessage(2, scope, null), null);
  return ofPushes(readOtlpProtobuf(writer.finish()));
}

function ofPrometheus({ value }: Mark): readonly UsagePoint[] {
  const until = later(begin, minutes(15));
  const slots = [5, 10, 15].map((minute) => later(begin, minutes(minute)) / 1_000);
  const series = (figure: string, text: string) => ({
    metric: { spendwatch_figure: figure, instance: 'trainer' },
    values: slots.map((at) => [at, text]),
  });
  const result = [series('gpu', String(value ?? '')), series('gpus', '1')];
  const reply = { status: 'success', data: { resultType: 'matrix', result } };
  const { points } = readMatrix(
    reply,
    { machineLabel: 'instance', projectLabel: null },
    { from: begin, until },
  );
  return (points.get('trainer') ?? []).map((point) => ({
    ...point,
    network: null,
    disk: null,
    answers: null,
  }));
}

function ofMonitor({ value }: Mark): readonly UsagePoint[] {
  const items = times.map((at, index) => {
    const read = WireMonitorItem.safeParse({ timestamp: at / 1_000, cpu: value, netRx: index, netTx: 0 });
    return read.success ? read.data : { timestamp: at / 1_000 };
  });
  return usagePoints(items, 1, null);
}

function ofGauge({ value }: Mark): readonly UsagePoint[] {
  const gpus = [{ util: value, memoryUtil: 10 }];
  const read = WirePod.safeParse({
    id: 'pod',
    status: 'RUNNING',
    gpu: { id: 'H100', count: 1 },
    runtime: { gpus },
  });
  // A field that cannot be read is left out of its record.
  const pod = read.success
    ? read.data
    : WirePod.parse({ id: 'pod', status: 'RUNNING', gpu: { id: 'H100', count: 1 } });
  return [readGauges(pod, begin, new Map([['H100', { id: 'H100', memory: 80 }]]))];
}

/** Reports whether points show a GPU, or the CPU where only that is known, as known and unused. */
const isKnownUnused = (points: readonly UsagePoint[]): boolean =>
  points.some(({ gpu, cpu }) => (gpu === undefined ? cpu === 0 : gpu.known > 0 && gpu.busiest === 0));

const none = [
  ['nothing', { value: null }],
  ['an empty text', { value: '' }],
  ['a text that is not a number', { value: 'unknown' }],
  ['NaN, as of a stale series', { value: 'NaN' }],
  ['an infinite figure', { value: '+Inf' }],
  ['a figure below zero', { value: -1 }],
  ['a figure above what a machine can have', { value: 9.2e18 }],
] as const satisfies readonly (readonly [string, Mark])[];
const gaps = [
  ['a gap that is marked, with a value of 0', { value: 0, flags: 1 }],
  ['a gap that is marked beside other flags', { value: 0, flags: 3 }],
] as const;

describe.each<[string, (mark: Mark) => readonly UsagePoint[], readonly (readonly [string, Mark])[]]>([
  ['a gauge in OTLP as JSON', (mark) => inJson('gauge', mark), [...none, ...gaps]],
  ['a sum in OTLP as JSON', (mark) => inJson('sum', mark), [...none, ...gaps]],
  [
    'a gauge in OTLP as protobuf',
    (mark) => inProtobuf('gauge', mark),
    [...none.filter(([, { value }]) => value !== ''), ...gaps],
  ],
  [
    'a sum in OTLP as protobuf',
    (mark) => inProtobuf('sum', mark),
    [...none.filter(([, { value }]) => value !== ''), ...gaps],
  ],
  ['a series of Prometheus', ofPrometheus, none],
  ['the monitor of a VM', ofMonitor, none],
  ['the gauge of a pod', ofGauge, none],
])('%s', (_, read, marks) => {
  it.each(marks)('does not show a machine as unused by %s (invariant 26)', (_name, mark) => {
    expect(isKnownUnused(read(mark))).toBe(false);
  });

  it('shows an idle machine as unused by a real 0', () => {
    expect(isKnownUnused(read({ value: 0 }))).toBe(true);
  });
});

it('a GPU is known by a push with one missing minute of five', () => {
  const attributes = [{ key: 'hw.id', value: { stringValue: 'GPU-0' } }];
  const dataPoints = times.map((at, index) => ({
    ...{ timeUnixNano: `${at}000000`, attributes, asDouble: 0 },
    flags: index % 5 === 0 ? 1 : 0,
  }));
  const metrics = [{ name: 'hw.gpu.utilization', gauge: { dataPoints } }];
  const body = Buffer.from(JSON.stringify({ resourceMetrics: [{ scopeMetrics: [{ metrics }] }] }));
  expect(ofPushes(readOtlpJson(body)).map(({ gpu, doubt }) => [gpu?.known, doubt])).toEqual(
    Array.from({ length: 3 }, () => [1, 'no-value']),
  );
});
