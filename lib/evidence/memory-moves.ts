import type { Instant } from '../model/time/time.ts';

/**
 * The least change of a GPU's memory between two readings that shows use, in bytes. Idle processes keep the memory that they
 * hold.
 */
export const leastMove = 64 * 2 ** 20;

/** A reading of one GPU; `null` for a figure that is unknown then. Use may be in any unit, memory is in bytes. */
export type GpuReading = {
  readonly at: Instant;
  readonly use: number | null;
  readonly memory: number | null;
};

/**
 * Returns the times of readings whose memory differs from that of the previous reading, although use was 0 since then. Such
 * a 0 does not count: its exporter is broken, or the GPU was used between the two readings.
 */
export function unusedMoves(readings: readonly GpuReading[]): readonly Instant[] {
  const moves: Instant[] = [];
  let previous: GpuReading | null = null;
  let [isUnused, isKnown] = [true, false];
  for (const reading of readings.toSorted((left, right) => left.at - right.at)) {
    if (reading.use !== null) {
      isUnused &&= reading.use === 0;
      isKnown = true;
    }
    if (reading.memory === null) continue;
    const last = previous?.memory ?? reading.memory;
    if (Math.abs(reading.memory - last) >= leastMove && isUnused && isKnown) moves.push(reading.at);
    previous = reading;
    [isUnused, isKnown] = [reading.use === null || reading.use === 0, reading.use !== null];
  }
  return moves;
}
