import type { Resource } from '../../model/facts/resource.ts';
import { knowsGpus, type UsagePoint, usageSlot } from '../../model/facts/usage.ts';
import { computeSpan, earlier, type Instant, latest, milliseconds } from '../../model/time/time.ts';
import { type SlotInput, selectNeededSignals } from './idle-slots.ts';

/** The maximum number of consecutive slots without a reading. */
const longestHole = 2;

/** Returns how many slots of a window may lack a reading: a tenth of them, or none for a VM without GPUs. */
export const mostBridged = ({ gpus }: Pick<Resource, 'gpus'>, slots: number): number =>
  gpus === 0 ? 0 : Math.floor(slots / 10);

/**
 * Returns how many slots without a reading count as quiet, since a failed poll of a gauge leaves slots unknown.
 * They are at most a tenth of the window and two in a row, and the readings around each hole show that the VM ran
 * on and its GPU memory did not change. 0 if any hole is different, or if the rule needs signals other than GPU
 * use.
 */
export function bridgedSlots(
  { rule, gpus, had, newest }: SlotInput,
  points: readonly UsagePoint[],
  { since, slots }: { readonly since: Instant; readonly slots: number },
): number {
  if (gpus === 0 || selectNeededSignals(rule, had).length > 0) return 0;
  const readings = points.filter((point) => point.at <= newest && knowsGpus(point, gpus));
  let bridged = 0;
  for (const [index, reading] of readings.entries()) {
    const previous = readings[index - 1];
    const missingInWindow =
      previous === undefined ? 0 : countMissingSlots(latest(previous.at, since), reading.at);
    if (previous === undefined || missingInWindow <= 0) continue;
    if (countMissingSlots(previous.at, reading.at) > longestHole || !isSameRest(previous, reading)) return 0;
    bridged += missingInWindow;
  }
  return bridged <= mostBridged({ gpus }, slots) ? bridged : 0;
}

/** Returns the number of slots between two slots that end at these times. */
const countMissingSlots = (before: Instant, after: Instant): number =>
  computeSpan(before, earlier(after, milliseconds(usageSlot))) / usageSlot;

/** True if a VM ran on between two readings and its GPU memory did not change. */
function isSameRest({ gpu, uptime }: UsagePoint, after: UsagePoint): boolean {
  const ranOn = uptime !== undefined && after.uptime !== undefined && after.uptime > uptime;
  return ranOn && gpu !== undefined && gpu.memory !== null && gpu.memory === after.gpu?.memory;
}
