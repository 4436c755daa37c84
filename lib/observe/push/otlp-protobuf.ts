import { PbfReader } from 'pbf';
import { type MetricPoint, PushError, partCounter, pointCollector, type SentPoint } from './metric-point.ts';

/** Readers of a message's fields by number; other fields are skipped. */
type Fields = Readonly<Record<number, (reader: PbfReader) => void>>;
/**
 * Reads the body of OTLP/HTTP's `POST /v1/metrics` in protobuf. Field numbers are those of opentelemetry-proto's
 * `collector/metrics/v1/metrics_service.proto` and `metrics/v1/metrics.proto`.
 * @throws PushError for any other body.
 */
export function readOtlpProtobuf(body: Uint8Array): readonly MetricPoint[] {
  const { points, decode, add } = pointCollector();
  const count = partCounter();
  const read = (reader: PbfReader, fields: Fields): void => {
    count();
    reader.readMessage((field) => fields[field]?.(reader), undefined);
  };
  function readAttribute(reader: PbfReader): readonly [key: string, text: string] {
    let key = '';
    let text = '';
    const readValue = () => read(reader, { 1: () => (text = reader.readString()) });
    read(reader, { 1: () => (key = reader.readString()), 2: readValue });
    return [key, text];
  }
  let host = '';
  const readMetric = (reader: PbfReader) => {
    let name = '';
    const figures: SentPoint[] = [];
    const readPoint = () => {
      decode();
      const figure: SentPoint = {};
      read(reader, {
        3: () => (figure.nanoseconds = reader.readFixed64()),
        4: () => (figure.value = reader.readDouble()),
        6: () => (figure.value = reader.readSFixed64()),
        7: () => {
          const [key, text] = readAttribute(reader);
          if (key === 'hw.id') figure.part = text;
          if (key === 'cpu.mode' || key === 'state') figure.mode = text;
          if (key === 'hw.gpu.task') figure.engine = text;
        },
        8: () => (figure.flags = reader.readVarint()),
      });
      figures.push(figure);
    };
    const readPoints = () => read(reader, { 1: readPoint });
    read(reader, { 1: () => (name = reader.readString()), 5: readPoints, 7: readPoints });
    for (const figure of figures) add(name, host, figure);
  };
  const readScope = (reader: PbfReader) => read(reader, { 2: readMetric });
  const readHost = (reader: PbfReader) =>
    read(reader, {
      1: () => {
        const [key, text] = readAttribute(reader);
        if (key === 'host.id') host = text;
      },
    });
  const readResource = (reader: PbfReader) => {
    host = '';
    read(reader, { 1: readHost, 2: readScope });
  };
  try {
    new PbfReader(body).readFields((field, _, reader) => {
      if (field === 1) readResource(reader);
    }, undefined);
  } catch (error) {
    if (error instanceof PushError) throw error;
    throw new PushError('the body is not an OTLP metrics request in protobuf', { cause: error });
  }
  return points;
}
