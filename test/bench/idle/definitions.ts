import type { Judge } from './score.ts';
import { slotsADay } from './traces.ts';

/** When a cloud calls a machine idle, as far as its CPU tells. */
export type Definition = {
  readonly name: string;
  /** Slots to look back on. */
  readonly window: number;
  /** Percent of the window's samples that must be under the limit. */
  readonly percentile: number;
  readonly cpuBelow: number;
};

/**
 * Of their network parts nothing is in the traces: they count as met. Google's limit is 0.03 vCPU;
 * the traces are in percent of a machine, so it is that of a machine with one.
 */
export const peers: readonly Definition[] = [
  { name: 'AWS: peak under 5 % for 14 d', window: 14 * slotsADay, percentile: 100, cpuBelow: 5 },
  { name: 'Google: 97 % under 3 % for 1 d', window: slotsADay, percentile: 97, cpuBelow: 3 },
  { name: 'Google: 97 % under 3 % for 14 d', window: 14 * slotsADay, percentile: 97, cpuBelow: 3 },
  { name: 'Azure: P95 under 3 % for 7 d', window: 7 * slotsADay, percentile: 95, cpuBelow: 3 },
];

/** The definition with the longest window that can be filled. */
export const within = (definition: Definition, longestWindow: number): Definition => ({
  ...definition,
  window: Math.min(definition.window, longestWindow),
});

export const judgeBy =
  ({ window, percentile, cpuBelow }: Definition): Judge =>
  ({ cpu }, slots) => {
    const below = [0];
    for (const figure of cpu) below.push((below.at(-1) ?? 0) + (figure < cpuBelow ? 1 : 0));
    const needed = Math.ceil((window * percentile) / 100);
    return slots.map((slot) => slot >= window && (below[slot] ?? 0) - (below[slot - window] ?? 0) >= needed);
  };
