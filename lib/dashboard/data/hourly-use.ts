import { observationsBetween } from '../../jobs/queries/observations-between.ts';
import type { Head } from '../../model/head.ts';
import type { Interval } from '../../model/time/period.ts';
import { hours, type Instant, instant, later } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import { type UseOfHour, useInHour, useIsWholeAt } from '../../views/use-by-hour.ts';

/** Of which project use is asked, and of which hours: the last ones up to `now`. */
export type UseQuestion = {
  /** While it stays, so does what is known of the running hour. */
  readonly head: Head;
  readonly now: Instant;
  readonly hours: number;
};

type Reader = Pick<Ledger, 'observations' | 'samplings'>;

export type UseAnswer = { readonly from: Instant; readonly hours: readonly UseOfHour[] };

/** VM-hours that are kept, some 64 bytes each; those of 7 days of 1,000 VMs are as many. */
const usualMost = 168_000;
/** History is read for so many hours at once: unpacking them holds up whoever else waits. */
const hoursARead = 6;
const hour = hours(1);

/** What is known of an hour; of one that more may come to, for as long as the head is the same. */
type Kept = { readonly use: UseOfHour; readonly until: number | null };

/** Reads what VMs did hour by hour, and keeps hours that nothing more can come to. */
export function hourlyUse(
  mostKept: number = usualMost,
): (ledger: Reader, question: UseQuestion) => Promise<UseAnswer> {
  const kept = new Map<string, Kept>();
  let keptCells = 0;

  const forget = (key: string): void => {
    const known = kept.get(key);
    if (known === undefined) return;
    kept.delete(key);
    keptCells -= cellsOf(known.use);
  };
  const keep = (key: string, known: Kept): void => {
    forget(key);
    kept.set(key, known);
    keptCells += cellsOf(known.use);
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
      observationsBetween(ledger, head, first.from, last.until),
      ledger.samplings(head.target, first.from, useIsWholeAt(last)),
    ]);
    return stretch.map((interval) => {
      const until = useIsWholeAt(interval);
      const told = samplings.filter(({ at }) => interval.from <= at && at < until);
      return useInHour({ observations, samplings: told }, interval);
    });
  }

  return async (ledger, { head, now, hours: count }) => {
    const { target, seq } = head;
    const running = instant(Math.floor(now / hour) * hour);
    const from = later(running, hours(1 - count));
    const asked = Array.from({ length: count }, (_, index): Interval => {
      const begins = later(from, hours(index));
      return { from: begins, until: later(begins, hour) };
    });
    const keyOf = ({ from: begins }: Interval): string => `${target}#${begins}`;
    const knownOf = (interval: Interval): UseOfHour | undefined => {
      const known = kept.get(keyOf(interval));
      return known?.until === null || known?.until === seq ? known.use : undefined;
    };
    const answer: UseOfHour[] = [];
    for (let index = 0; index < asked.length; ) {
      const interval = asked[index];
      const known = interval && knownOf(interval);
      if (known !== undefined) {
        answer.push(known);
        index += 1;
        continue;
      }
      const next = asked.slice(index, index + hoursARead);
      const found = next.findIndex((other) => knownOf(other) !== undefined);
      const stretch = found === -1 ? next : next.slice(0, found);
      const uses = await read(ledger, head, stretch);
      for (const [place, use] of uses.entries()) {
        const of = stretch[place];
        if (of !== undefined) keep(keyOf(of), { use, until: now < useIsWholeAt(of) ? seq : null });
        answer.push(use);
      }
      index += stretch.length;
    }
    return { from, hours: answer };
  };
}

const cellsOf = ({ of }: UseOfHour): number => of.size + 1;
