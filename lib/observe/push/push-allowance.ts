import { toQuarterStart } from '../../model/facts/push.ts';
import type { Subject } from '../../model/ids.ts';
import type { Instant } from '../../model/time/time.ts';

/** The maximum size of a body in bytes, also after decompression. */
export const mostBytes = 4_000_000;
/** The bytes that are read for a machine in a quarter of an hour: the largest push, twice. */
const usualBytes = 2 * mostBytes;
/** Further bytes for small bodies, so that a machine that pushes too much can still report that it is in use. */
const reservedBytes = mostBytes / 4;
/** The size of a small body in bytes. Every push costs this much in addition to its own size. */
const smallBody = 2_000;
/** The most ends of use that are stored for a machine in a quarter of an hour, each later than the previous one. */
const mostEnds = 12;

type SpentAllowance = { bytes: number; furthestEnd: number; ends: number };

/** Counts what the token of each machine costs in a quarter of an hour, whatever its pushes hold. */
export type PushAllowance = {
  /** Reports whether a body of this packed size may be read. */
  allows(machine: Subject, now: Instant, size: number): boolean;
  /** Counts a push, whatever its size. */
  countPush(machine: Subject, now: Instant): void;
  /** Counts the unpacked size of a body that is read. */
  countBody(machine: Subject, now: Instant, size: number): void;
  /** Reports whether an end of use is to be stored, is already covered by a later one, or is one too many. */
  endIs(machine: Subject, now: Instant, end: Instant): 'new' | 'covered' | 'too-many';
  /** Counts an end of use that was stored. */
  countEnd(machine: Subject, now: Instant, end: Instant): void;
};

/** Returns a new allowance, which one process holds in memory. */
export function pushAllowance(): PushAllowance {
  let quarter = 0;
  const machines = new Map<Subject, SpentAllowance>();
  function getSpentAllowance(machine: Subject, now: Instant): SpentAllowance {
    if (quarter !== toQuarterStart(now)) machines.clear();
    quarter = toQuarterStart(now);
    const spent = machines.get(machine) ?? { bytes: 0, furthestEnd: 0, ends: 0 };
    machines.set(machine, spent);
    return spent;
  }
  return {
    allows(machine, now, size) {
      return (
        getSpentAllowance(machine, now).bytes < (size <= smallBody ? usualBytes + reservedBytes : usualBytes)
      );
    },
    countPush(machine, now) {
      getSpentAllowance(machine, now).bytes += smallBody;
    },
    countBody(machine, now, size) {
      getSpentAllowance(machine, now).bytes += size;
    },
    endIs(machine, now, end) {
      const { furthestEnd, ends } = getSpentAllowance(machine, now);
      if (end <= furthestEnd) return 'covered';
      return ends < mostEnds ? 'new' : 'too-many';
    },
    countEnd(machine, now, end) {
      const spent = getSpentAllowance(machine, now);
      spent.ends += 1;
      spent.furthestEnd = Math.max(spent.furthestEnd, end);
    },
  };
}
