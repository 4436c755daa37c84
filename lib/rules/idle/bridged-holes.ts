import type { Resource } from '../../model/facts/resource.ts';
import { knowsGpus, type UsagePoint, usageSlot } from '../../model/facts/usage.ts';
import { computeSpan, earlier, type Instant, latest, milliseconds } from '../../model/time/time.ts';
import { type SlotInput, selectNeededSignals } from './idle-slots.ts';

/** The most slots in a row that nobody may have read. */
const longestHole = 2;

/** Returns how many slots of a window nobody may have read: a tenth of them. */
export const mostBridged = ({ gpus }: Pick<Resource, 'gpus'>, slots: number): number =>
  gpus === 0 ? 0 : Math.floor(slots / 10);

/**
 * Returns how many slots that nobody read count as quiet: a failed poll of a gauge makes its slots unknown, and no more.
 * They are at most a tenth of the window and two in a row, and the readings on both sides of each hole prove that nothing
 * began in it: the machine's own clock went on, and its GPUs hold the same memory. 0 where any hole is not like that, and
 * where the VM has signals that a reading of its GPUs does not cover.
 */
export function bridgedSlots(
  { rule, gpus, had, newest }: SlotInput,
  points: readonly UsagePoint[],
  { since, slots }: { readonly since: Instant; readonly slots: number },
): number {
  if (gpus === 0 || selectNeededSignals(rule, had).length > 0) return 0;
  const read = points.filter((point) => point.at <= newest && knowsGpus(point, gpus));
  let bridged = 0;
  for (const [index, after] of read.entries()) {
    const before = read[index - 1];
    const ofWindow = before === undefined ? 0 : countMissingSlots(latest(before.at, since), after.at);
    if (before === undefined || ofWindow <= 0) continue;
    if (countMissingSlots(before.at, after.at) > longestHole || !isSameRest(before, after)) return 0;
    bridged += ofWindow;
  }
  return bridged <= mostBridged({ gpus }, slots) ? bridged : 0;
}

/** Returns the number of slots between two that end at these times. */
const countMissingSlots = (before: Instant, after: Instant): number =>
  computeSpan(before, earlier(after, milliseconds(usageSlot))) / usageSlot;

/** Reports whether a machine ran on between two readings, and its GPUs hold in both what they held before. */
function isSameRest({ gpu, uptime }: UsagePoint, after: UsagePoint): boolean {
  const ranOn = uptime !== undefined && after.uptime !== undefined && after.uptime > uptime;
  return ranOn && gpu !== undefined && gpu.memory !== null && gpu.memory === after.gpu?.memory;
}
