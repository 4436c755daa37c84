import { readTargetObservations } from '../../jobs/queries/history-between.ts';
import type { Interval } from '../../model/time/period.ts';
import { hours, type Instant, instant, later } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Head } from '../../state/head.ts';
import { computeUseDeadline, type UseOfHour, useInHour } from '../../views/use-by-hour.ts';

/** The project whose use is read, and the number of hours up to `now`. */
export type UseQuestion = {
  /** The project's head; the running hour is read again whenever it changes. */
  readonly head: Head;
  readonly now: Instant;
  readonly hours: number;
};

type Reader = Pick<Ledger, 'observations' | 'samplings'>;

export type UseAnswer = { readonly from: Instant; readonly hours: readonly UseOfHour[] };

/** The maximum number of VM-hours kept, of about 64 bytes each: 7 days of 1,000 VMs. */
const usualMost = 168_000;
/** The number of hours of history read at a time: unpacking them blocks other requests. */
const hoursARead = 6;
const hour = hours(1);

/** The use in an hour. `until` is the head's number while the hour may change, and `null` once it cannot. */
type Kept = { readonly use: UseOfHour; readonly until: number | null };

/** Returns a function that reads the hourly use of VMs, and keeps hours that cannot change any more. */
export function hourlyUse(
  mostKept: number = usualMost,
): (ledger: Reader, question: UseQuestion) => Promise<UseAnswer> {
  const kept = new Map<string, Kept>();
  let keptCells = 0;

  const forget = (key: string): void => {
    const entry = kept.get(key);
    if (entry === undefined) return;
    kept.delete(key);
    keptCells -= cellsOf(entry.use);
  };
  const keep = (key: string, entry: Kept): void => {
    forget(key);
    kept.set(key, entry);
    keptCells += cellsOf(entry.use);
    for (const oldest of kept.keys()) {
      if (keptCells <= mostKept) break;
      forget(oldest);
    }
  };

  async function read(ledger: Reader, head: Head, stretch: readonly Interval[]): Promise<UseOfHour[]> {
    const [first] = stretch;
    const last = stretch.at(-1);
    if (first === undefined || last === undefined) return [];
    const [observations, samplings] = await Promise.all([
      readTargetObservations(ledger, head, first.from, last.until),
      ledger.samplings(head.target, first.from, computeUseDeadline(last)),
    ]);
    return stretch.map((interval) => {
      const until = computeUseDeadline(interval);
      const within = samplings.filter(({ at }) => interval.from <= at && at < until);
      return useInHour({ observations, samplings: within }, interval);
    });
  }

  return async (ledger, { head, now, hours: count }) => {
    const { target, seq } = head;
    const running = instant(Math.floor(now / hour) * hour);
    const from = later(running, hours(1 - count));
    const intervals = Array.from({ length: count }, (_, index): Interval => {
      const begins = later(from, hours(index));
      return { from: begins, until: later(begins, hour) };
    });
    const keyOf = ({ from: begins }: Interval): string => `${target}#${begins}`;
    const knownOf = (interval: Interval): UseOfHour | undefined => {
      const entry = kept.get(keyOf(interval));
      return entry?.until === null || entry?.until === seq ? entry.use : undefined;
    };
    const answer: UseOfHour[] = [];
    for (let index = 0; index < intervals.length; ) {
      const interval = intervals[index];
      const known = interval && knownOf(interval);
      if (known !== undefined) {
        answer.push(known);
        index += 1;
        continue;
      }
      const next = intervals.slice(index, index + hoursARead);
      const firstKnown = next.findIndex((other) => knownOf(other) !== undefined);
      const stretch = firstKnown === -1 ? next : next.slice(0, firstKnown);
      const uses = await read(ledger, head, stretch);
      for (const [place, use] of uses.entries()) {
        const of = stretch[place];
        if (of !== undefined) keep(keyOf(of), { use, until: now < computeUseDeadline(of) ? seq : null });
        answer.push(use);
      }
      index += stretch.length;
    }
    return { from, hours: answer };
  };
}

const cellsOf = ({ byVm }: UseOfHour): number => byVm.size + 1;
