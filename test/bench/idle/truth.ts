import type { Run } from './views.ts';

/** What a machine truly was, told by hindsight from the whole of its trace. */
export type Truth = {
  readonly name: string;
  /** A half hour with this mean or more, in percent of the machine, is use. */
  readonly busyAt: number;
  /** Truly idle is a stretch of at least so many slots without use. */
  readonly leastIdle: number;
};

const halfHour = 6;
const hour = 12;

/** The first is the one the defaults are chosen by; the others show how much hangs on it. */
export const truths: readonly Truth[] = [
  { name: 'use is a half hour at 20 % or more; idle is 8 h without', busyAt: 20, leastIdle: 8 * hour },
  { name: 'use is a half hour at 10 % or more; idle is 8 h without', busyAt: 10, leastIdle: 8 * hour },
  { name: 'use is a half hour at 15 % or more; idle is 8 h without', busyAt: 15, leastIdle: 8 * hour },
  { name: 'use is a half hour at 30 % or more; idle is 4 h without', busyAt: 30, leastIdle: 4 * hour },
];

/** For each slot, whether it lies in a half hour of use. */
export function useOf({ cpu, realFrom }: Run, { busyAt }: Truth): readonly boolean[] {
  const inUse = cpu.map(() => false);
  let sum = 0;
  for (let slot = realFrom; slot < cpu.length; slot += 1) {
    sum += cpu[slot] ?? 0;
    if (slot >= realFrom + halfHour) sum -= cpu[slot - halfHour] ?? 0;
    if (slot < realFrom + halfHour - 1 || sum < busyAt * halfHour) continue;
    inUse.fill(true, slot - halfHour + 1, slot + 1);
  }
  return inUse;
}

/** For each slot, whether it is truly idle. A stretch that a trace cuts off counts by what is seen of it. */
export function idlenessOf(run: Run, inUse: readonly boolean[], { leastIdle }: Truth): readonly boolean[] {
  const idle = inUse.map(() => false);
  let from = run.realFrom;
  for (let slot = run.realFrom; slot <= inUse.length; slot += 1) {
    if (slot < inUse.length && !inUse[slot]) continue;
    if (slot - from >= leastIdle) idle.fill(true, from, slot);
    from = slot + 1;
  }
  return idle;
}
