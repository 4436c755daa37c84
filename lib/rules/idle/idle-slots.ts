import { knowsSignal, type SignalKind, type SignalTimes } from '../../model/facts/signal-times.ts';
import { knowsGpus, type UsagePoint, type UsageSignal } from '../../model/facts/usage.ts';
import type { Instant } from '../../model/time/time.ts';
import type { IdleRule } from './terms.ts';

/** The input for judging a slot; `gpus` is 0 where no signal ever covered them. */
export type SlotInput = {
  readonly rule: IdleRule;
  readonly gpus: number;
  /** The figures of use that the cloud supports. */
  readonly signals: readonly UsageSignal[];
  /** The signals that the VM ever had. A slot without one of them is unknown. */
  readonly had: SignalTimes;
  /** The end of the window. */
  readonly newest: Instant;
};
export type Count = { quiet: number; busy: number; silent: number; gpusKnown: number };

/** Counts the slots of the window. Slots after `newest` count only as busy or silent. */
export function countSlots(
  { rule, gpus, signals, had, newest }: SlotInput,
  window: readonly UsagePoint[],
): Count {
  const needed = selectNeededSignals(rule, had);
  const count: Count = { quiet: 0, busy: 0, silent: 0, gpusKnown: gpus === 0 ? Number.POSITIVE_INFINITY : 0 };
  for (const point of window) {
    const isInside = point.at <= newest;
    const knowsAll = knowsGpus(point, gpus);
    if (isInside && knowsAll) count.gpusKnown += 1;
    if (isBusy(rule, point)) count.busy += 1;
    else if (isSilent(rule, point)) count.silent += 1;
    else if (
      isInside &&
      knowsAll &&
      isWhole(point, signals) &&
      needed.every((kind) => knowsSignal(kind, point, gpus))
    )
      count.quiet += 1;
  }
  return count;
}

/** Returns the signals other than GPU use that a rule needs from a VM: those that the VM had at least once. */
export function selectNeededSignals(
  { logins, guestPing }: IdleRule,
  had: SignalTimes,
): readonly SignalKind[] {
  return [
    ...(logins === 'counted' && had.logins !== undefined ? (['logins'] as const) : []),
    ...(guestPing === 'answered' && had.pings !== undefined ? (['pings'] as const) : []),
  ];
}

/** True if a slot is known to be in use. A missing figure is neither quiet nor busy. */
export const isBusy = (rule: IdleRule, point: UsagePoint): boolean =>
  (point.cpu !== null && point.cpu >= rule.cpuBelow) ||
  (point.network !== null && point.network >= rule.networkBelow) ||
  (point.disk !== null && point.disk >= rule.diskBelow) ||
  isSignalled(rule, point);
/** True if GPUs, logins or a job that reports itself show use. */
export const isSignalled = (rule: IdleRule, point: UsagePoint): boolean =>
  isGpuBusy(rule, point) || (rule.logins === 'counted' && ((point.logins ?? 0) > 0 || point.alive === true));
export const isGpuBusy = ({ gpuBelow }: IdleRule, { gpu }: UsagePoint): boolean =>
  gpu !== undefined && (gpu.busiest >= gpuBelow || gpu.memoryMoved === true);
/**
 * True if a guest left pings unanswered and the rule requires answers: it may hang with unsaved work in memory. An
 * answer proves nothing, since every guest answers, used or not.
 */
export const isSilent = (rule: IdleRule, { answers }: UsagePoint): boolean =>
  answers === false && rule.guestPing === 'answered';
/** True if all figures of a slot that the cloud supports are known; false if it supports none. */
export const isWhole = (point: UsagePoint, signals: readonly UsageSignal[]): boolean =>
  signals.length > 0 && signals.every((signal) => point[signal] !== null);
