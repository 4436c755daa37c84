import type { UseStretch } from '../../../model/facts/use-history.ts';

/** The use of a VM in a slot. */
type Use = UseStretch['use'];

/** The outcome of a rule on one or more VMs, had it stopped them in their past. */
export type StopTally = {
  readonly stops: number;
  readonly wrong: number;
  /** Stops that may be right or wrong, because samples are missing or the data ends. */
  readonly unknown: number;
  /** Quiet slots after right stops. */
  readonly found: number;
  /** Quiet slots of all gaps that are long enough to count. */
  readonly gaps: number;
};

export const noStops: StopTally = { stops: 0, wrong: 0, unknown: 0, found: 0, gaps: 0 };

export const addTallies = (left: StopTally, right: StopTally): StopTally => ({
  stops: left.stops + right.stops,
  wrong: left.wrong + right.wrong,
  unknown: left.unknown + right.unknown,
  found: left.found + right.found,
  gaps: left.gaps + right.gaps,
});

/** A rule on one VM, slot by slot. */
export type ReplayedRule = {
  readonly isIdle: (slot: number) => boolean;
  /** Called after a stop that is known as right or wrong, with the slot in which the VM is used next. */
  readonly stopped?: (slot: number, usedAt: number) => void;
};

/**
 * The times of a replay, in slots: between two judgements, of idleness before a stop, and after a stop in which
 * use makes it wrong.
 */
export type ReplayTerms = { readonly step: number; readonly notice: number; readonly within: number };

/**
 * Replays a rule on one VM whose use is known slot by slot. A stop is wrong if the VM is used within `within`; a
 * gap counts if it lasts as long. A stopped VM comes back when it is next used. With a notice, only a VM that is
 * idle all that time is stopped.
 */
export function replayStops(
  use: readonly Use[],
  { isIdle, stopped }: ReplayedRule,
  { step, notice, within }: ReplayTerms,
): StopTally {
  const [next, quiet] = [indexNextSlots(use, 'used'), countQuietSlots(use)];
  const missing = indexNextSlots(use, 'unknown');
  const needed = Math.ceil(notice / step) + 1;
  let [stops, wrong, unknown, found, spell] = [0, 0, 0, 0, 0];
  for (let slot = 0; slot < use.length; slot += step) {
    spell = isIdle(slot) ? spell + 1 : 0;
    if (spell < needed) continue;
    spell = 0;
    const used = next[slot + 1] ?? use.length;
    const isWrong = used <= slot + within && used < use.length;
    const isKnown = isWrong || ((missing[slot + 1] ?? 0) > slot + within && slot + within < use.length);
    if (!isKnown) unknown += 1;
    else {
      stops += 1;
      if (isWrong) wrong += 1;
      else found += (quiet[used] ?? 0) - (quiet[slot] ?? 0);
      stopped?.(slot, used);
    }
    slot = Math.ceil(used / step) * step - step;
  }
  return { stops, wrong, unknown, found, gaps: quietInGaps(use, quiet, within) };
}

/** Returns for each slot the next one with the sought use, itself included; `use.length` where there is none. */
export function indexNextSlots(use: readonly Use[], sought: Use): Int32Array {
  const next = new Int32Array(use.length + 1).fill(use.length);
  for (let slot = use.length - 1; slot >= 0; slot -= 1)
    next[slot] = use[slot] === sought ? slot : (next[slot + 1] ?? 0);
  return next;
}

/** Returns for each slot the number of quiet slots before it. */
function countQuietSlots(use: readonly Use[]): Int32Array {
  const counts = new Int32Array(use.length + 1);
  for (const [slot, slotUse] of use.entries())
    counts[slot + 1] = (counts[slot] ?? 0) + (slotUse === 'quiet' ? 1 : 0);
  return counts;
}

/** Returns the number of quiet slots in all gaps of at least `within` slots. The end of the data also ends a gap. */
function quietInGaps(use: readonly Use[], quiet: Int32Array, within: number): number {
  let [slots, from] = [0, 0];
  for (let slot = 0; slot <= use.length; slot += 1) {
    if (slot < use.length && use[slot] !== 'used') continue;
    if (slot - from >= within) slots += (quiet[slot] ?? 0) - (quiet[from] ?? 0);
    from = slot + 1;
  }
  return slots;
}
