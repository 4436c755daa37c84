import { Instant } from '../../model/time/time.ts';

/** The metrics that are read of a push; all others are skipped. */
export const readMetrics = [
  'hw.gpu.utilization',
  'hw.gpu.memory.usage',
  'system.cpu.utilization',
  'spendwatch.sessions',
  'spendwatch.alive',
] as const;
export type ReadMetric = (typeof readMetrics)[number];

/** One figure of a push: a ratio from 0 to 1, bytes, a number of sessions, or the seconds for which it is in use. */
export type MetricPoint = {
  readonly metric: ReadMetric;
  /** The GPU that the figure is of (`hw.id`); empty for figures of the whole machine. */
  readonly part: string;
  readonly at: Instant;
  readonly value: number;
};

/** The most points that are read of one push: six hours of sixteen GPUs, and room. */
export const mostPoints = 20_000;
/** The most GPUs of one machine: with more, a push would fill items of the ledger. */
export const mostGpus = 32;
/** The largest figure: a million GB of memory. */
const largest = 1e15;

/** Thrown for a push that is no metrics request of OTLP, or holds too much. The message may be shown to its sender. */
export class PushError extends Error {
  override readonly name = 'PushError';
}

/** Collects the points of a push that can be read. */
export function pointCollector() {
  const points: MetricPoint[] = [];
  const parts = new Set<string>();
  return {
    points,
    add(metric: string, part: string, nanoseconds = Number.NaN, value = Number.NaN): void {
      const known = readMetrics.find((name) => name === metric);
      if (known === undefined) return;
      const at = Instant.safeParse(Math.floor(nanoseconds / 1e6));
      if (!at.success || !(value >= 0 && value <= largest)) return;
      if (points.length === mostPoints) throw new PushError(`a push may hold ${mostPoints} figures`);
      const own = part.slice(0, 100);
      if (own !== '' && parts.add(own).size > mostGpus)
        throw new PushError(`a push may be of ${mostGpus} GPUs`);
      points.push({ metric: known, part: own, at: at.data, value });
    },
  };
}
