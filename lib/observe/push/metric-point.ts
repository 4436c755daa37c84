import { readFigure, type Unit } from '../../evidence/figure.ts';
import { Instant } from '../../model/time/time.ts';

/** The metrics that are read from a push, with their units; all others are skipped. */
const unitOf = {
  'hw.gpu.utilization': 'ratio',
  'hw.gpu.memory.usage': 'bytes',
  'hw.gpu.memory.utilization': 'ratio',
  'hw.gpu.memory.limit': 'bytes',
  'system.cpu.utilization': 'ratio',
  'spendwatch.sessions': 'count',
  'spendwatch.alive': 'seconds',
} as const satisfies Record<string, Unit>;
export type ReadMetric = keyof typeof unitOf;

/**
 * One figure of a push: a ratio from 0 to 1, bytes, a number of sessions, or the seconds for which the machine stays in use.
 * The value is `null` if the push has no figure at that time, such as in a gap that it marks.
 */
export type MetricPoint = {
  readonly metric: ReadMetric;
  /** The GPU of the figure (`hw.id`); empty for figures of the whole machine. */
  readonly part: string;
  /** The host that measured it (`host.id`); empty when the sender does not report it. */
  readonly host: string;
  readonly at: Instant;
  readonly value: number | null;
  /** True for the use of one engine of a GPU, such as its encoder. It can show use, but never that there is none. */
  readonly isOfEngine?: true;
};

/** The maximum number of points kept from one push: six hours of sixteen GPUs, and a margin. */
const mostPoints = 20_000;
/** The maximum number of points decoded from one push, also of metrics that are not read. */
const mostDecoded = 50_000;
/** The maximum number of parts of a push, which are messages, objects, lists and members. */
const mostParts = 250_000;
/** The maximum number of GPUs of one machine: more would exceed an item of the ledger. */
const mostGpus = 32;

/** Thrown for a push that is not a metrics request of OTLP, or is too large. The message may be shown to its sender. */
export class PushError extends Error {
  override readonly name = 'PushError';
}

/** A figure as represented in OTLP. */
export type SentPoint = {
  /** The `hw.id` of the figure. */
  part?: string | undefined;
  /** The CPU mode that the share is for (`cpu.mode`, formerly `state`); absent for the total use. */
  mode?: string | undefined;
  /** The engine of a GPU that the figure is for (`hw.gpu.task`); absent or "general" for the whole GPU. */
  engine?: string | undefined;
  nanoseconds?: number | undefined;
  value?: number | undefined;
  flags?: number | undefined;
};

/** Returns a function that counts parts of a push and throws a PushError for more than `most`. */
function limited(most: number, name: string): (amount?: number) => void {
  let count = 0;
  return (amount = 1) => {
    count += amount;
    if (count > most) throw new PushError(`a push may hold at most ${most} ${name}`);
  };
}

export const partCounter = () => limited(mostParts, 'parts');

/** Reports whether points of this name are read; others are skipped. */
export const isRead = (name: string): name is ReadMetric => Object.hasOwn(unitOf, name);

/** The bit of a point's flags by which OTLP marks it as a gap; its value then means nothing. */
const noRecordedValue = 1;

/** Collects the points of a push that can be read. */
export function pointCollector() {
  const points: MetricPoint[] = [];
  const parts = new Set<string>();
  return {
    points,
    /** Counts points before they are decoded. @throws PushError for too many */
    decode: limited(mostDecoded, 'figures, including ignored ones'),
    add(
      metric: string,
      host: string,
      { part = '', mode, engine = 'general', nanoseconds = Number.NaN, flags = 0, ...sent }: SentPoint,
    ): void {
      if (!isRead(metric)) return;
      const at = Instant.safeParse(Math.floor(nanoseconds / 1e6));
      // A Collector reports each mode of each core separately; all but idle is use.
      const isShare = metric === 'system.cpu.utilization' && mode !== undefined;
      if ((isShare && mode !== 'idle') || !at.success) return;
      const isMarkedAbsent = (flags & noRecordedValue) !== 0;
      const figure = readFigure({ unit: unitOf[metric], value: sent.value, isMarkedAbsent });
      const value = isShare && figure !== null ? Math.max(0, 1 - figure) : figure;
      if (points.length === mostPoints) throw new PushError(`a push may hold at most ${mostPoints} figures`);
      const gpu = part.slice(0, 100);
      if (gpu !== '' && parts.add(gpu).size > mostGpus)
        throw new PushError(`a push may cover at most ${mostGpus} GPUs`);
      const point = { metric, part: gpu, host: host.slice(0, 100), at: at.data, value };
      points.push(engine === 'general' ? point : { ...point, isOfEngine: true });
    },
  };
}
