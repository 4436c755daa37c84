import { costNow, type Resource } from '../../model/facts/resource.ts';
import type { UsagePoint, UsageSignal } from '../../model/facts/usage.ts';
import type { Instant } from '../../model/time/time.ts';
import type { IdleFigures, IdleRule } from './terms.ts';

export function computeIdleFigures(
  rule: IdleRule,
  vm: Resource,
  window: readonly UsagePoint[],
  since: Instant,
): IdleFigures {
  const room = new Float64Array(window.length);
  const percentile = (signal: UsageSignal) => computePercentile(window, signal, rule.percentile, room);
  const gpus = window.flatMap(({ gpu }) => gpu ?? []);
  const busiest = Math.max(...gpus.map((gpu) => gpu.busiest));
  return {
    kind: 'idle',
    since,
    points: window.length,
    cpu: percentile('cpu'),
    network: percentile('network'),
    disk: percentile('disk'),
    ...costNow(vm),
    ...(gpus.length > 0 && { gpu: { busiest, memory: gpus.at(-1)?.memory ?? null } }),
  };
}

/**
 * Returns the nearest-rank percentile of the known figures. It is computed for every VM at every poll, and
 * numbers sort several times faster in a typed array, `room`, than in a list with a comparator.
 */
function computePercentile(
  points: readonly UsagePoint[],
  signal: UsageSignal,
  percentile: number,
  room: Float64Array,
): number | null {
  let count = 0;
  for (const point of points) {
    const figure = point[signal];
    if (figure !== null) room[count++] = figure;
  }
  return room.subarray(0, count).sort()[Math.ceil((count * percentile) / 100) - 1] ?? null;
}
