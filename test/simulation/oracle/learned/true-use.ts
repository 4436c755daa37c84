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

export type Time = { readonly from: Instant; readonly until: Instant };

/** A time in which a VM truly computed, with this share of its CPU. */
export type Work = Time & { readonly cpu: number };

/** Returns when a VM that was up used at least this share of its CPU, oldest first. */
export const worksOf = (vm: TrueVm, now: Instant, least: number): readonly Work[] =>
  worksWhere(vm, now, ({ cpu }) => cpu >= least);

/** Returns when a VM that was up may have been in use by its CPU, from a share on, or by its network. */
export const anyWorksOf = (vm: TrueVm, now: Instant, least: number): readonly Work[] =>
  worksWhere(vm, now, ({ cpu, network }) => cpu >= least || network >= loud);
/** Far more bytes a second than a VM sends that nobody uses. */
const loud = 20_000;

function worksWhere(
  { uses, boots }: TrueVm,
  now: Instant,
  isWork: (use: TrueVm['uses'][number]) => boolean,
): readonly Work[] {
  return uses.flatMap((use, index) => {
    const { from, cpu } = use;
    const end = uses[index + 1]?.from ?? now;
    if (!isWork(use)) return [];
    return boots.flatMap((boot) => {
      const work = { cpu, from: latest(from, boot.from), until: earliest(end, boot.until ?? now, now) };
      return work.from < work.until ? [work] : [];
    });
  });
}

/**
 * Returns the ends of slots at which work makes the last half hour one of use by a limit in percent, however samples
 * are aligned with the slots and however many are missing beside those of the work; `null` when it is too short for that.
 */
export function certainUse({ from, until, cpu }: Work, limit: number): Time | null {
  // The minutes of this work that come to the limit in half an hour: nine, for half the CPU and 15 %.
  const needed = (30 * limit) / 100 / cpu;
  if (needed > 18) return null;
  const certain = { from: later(from, minutes(needed + 11)), until: later(until, minutes(19 - needed)) };
  return until - from < minutes(needed + 16) ? null : certain;
}

/** Returns the times of a VM that are certainly use by a limit in percent. */
export const certainUses = (vm: TrueVm, now: Instant, limit: number): readonly Time[] =>
  worksOf(vm, now, limit / 100).flatMap((work) => certainUse(work, limit) ?? []);

/** Returns the ends of slots at which work may make the last half hour one of use. */
export const possibleUse = ({ from, until }: Time): Time => ({
  from: earlier(from, slot),
  until: later(until, minutes(40)),
});

/** Reports whether a slot ends within both times: after the beginning of the first, and from that of the other on. */
export function haveSlotInCommon(after: Time, within: Time): boolean {
  const first = Math.ceil(Math.max(after.from + 1, within.from) / slot) * slot;
  return first <= Math.min(after.until, within.until);
}

export const slotEnd = (at: Instant): Instant => instant(Math.floor(at / slot) * slot);
