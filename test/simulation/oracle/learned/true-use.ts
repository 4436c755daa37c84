import {
  earlier,
  earliest,
  type Instant,
  instant,
  later,
  latest,
  minutes,
  type Span,
} from '../../../../lib/model/time/time.ts';
import type { TrueVm } from '../../world/true-resource.ts';

export const slot: Span = minutes(5);

/** A time in which a VM truly computed. */
export type Work = { readonly from: Instant; readonly until: Instant };

/** Returns when a VM that was up used at least this share of its CPU, oldest first. */
export function worksOf({ uses, boots }: TrueVm, now: Instant, least = 0.5): readonly Work[] {
  return uses.flatMap(({ from, cpu }, index) => {
    const end = uses[index + 1]?.from ?? now;
    if (cpu < least) return [];
    return boots.flatMap((boot) => {
      const work = { from: latest(from, boot.from), until: earliest(end, boot.until ?? now, now) };
      return work.from < work.until ? [work] : [];
    });
  });
}

/**
 * Returns the ends of slots at which work of at least half the CPU makes the last half hour one of use, however samples
 * are aligned with the slots and however many are missing beside those of the work; `null` when it is too short for that.
 */
export function certainUse({ from, until }: Work): Work | null {
  // 15 % of half an hour are nine minutes at half the CPU.
  const certain = { from: later(from, minutes(20)), until: later(until, minutes(10)) };
  return until - from < minutes(25) ? null : certain;
}

/** Returns the ends of slots at which work may make the last half hour one of use. */
export const possibleUse = ({ from, until }: Work): Work => ({
  from: earlier(from, slot),
  until: later(until, minutes(40)),
});

/** Reports whether a slot ends within both times: after the beginning of the first, and from that of the other on. */
export function haveSlotInCommon(after: Work, within: Work): boolean {
  const first = Math.ceil(Math.max(after.from + 1, within.from) / slot) * slot;
  return first <= Math.min(after.until, within.until);
}

export const slotEnd = (at: Instant): Instant => instant(Math.floor(at / slot) * slot);
