import pMap from 'p-map';
import type { Rollup } from '../../model/money/meter.ts';
import type { Interval } from '../../model/time/period.ts';
import type { Instant } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Head } from '../../state/head.ts';
import { type SpendOfPeriod, spendOfPeriod } from '../../views/spend-over-time.ts';

type Meters = Pick<Ledger, 'meters'>;

export type SpendHistory = (
  ledger: Meters,
  heads: readonly Head[],
  unit: 'hour' | 'day',
  interval: Interval,
) => Promise<readonly SpendOfPeriod[]>;

/** `reached` is the time back to which past spend had been read: earlier periods are added as it continues. */
type Known = Interval & { readonly spends: readonly SpendOfPeriod[]; readonly reached: Instant | null };

/** The maximum number of periods kept for each target: more than a month of days, or a day of hours. */
const mostKept = 48;
/** The number of targets read at a time. */
const inFlight = 16;

/** Returns a function that reads the charges of targets by period, and each closed period only once. */
export function spendHistory(): SpendHistory {
  const entries = new Map<string, Known>();

  async function closed(
    ledger: Meters,
    { target, meters, pastSpend, pendingWrites }: Head,
    unit: 'hour' | 'day',
    { from, until }: Interval,
  ) {
    const key = `${unit} ${target}`;
    const reached = pastSpend?.reached ?? null;
    const before = entries.get(key);
    const isFurther = before !== undefined && before.from <= from && before.reached === reached;
    const since = isFurther ? before.until : from;
    const kept = isFurther ? before.spends : [];
    // No period closes before the running one ends.
    const mayBeMore = !isFurther || meters === null || meters[unit].period.from > since;
    const read = mayBeMore && since < until ? await ledger.meters(target, unit, since, until) : [];
    const all = [...kept, ...read.map((rollup) => spendOfPeriod(target, rollup))];
    const spends = all.slice(-mostKept);
    const begin = all.length > mostKept ? (spends[0]?.from ?? from) : isFurther ? before.from : from;
    // Pending writes of past periods are yet to be inserted before the known ones, so nothing is kept until then.
    if (pendingWrites.meters.every(({ measuredSince }) => measuredSince === undefined))
      entries.set(key, { from: begin, until: spends.at(-1)?.until ?? from, spends, reached });
    return spends.filter((spend) => spend.from >= from);
  }

  return async (ledger, heads, unit, interval) => {
    const spendsOf = async (head: Head): Promise<readonly SpendOfPeriod[]> => {
      const inHead = ownRollups(head, unit).map((rollup) => spendOfPeriod(head.target, rollup));
      const past = await closed(ledger, head, unit, interval);
      const newest = new Map([...past, ...inHead].map((spend) => [spend.from, spend]));
      return [...newest.values()].filter(({ from }) => from >= interval.from);
    };
    return (await pMap(heads, spendsOf, { concurrency: inFlight })).flat();
  };
}

/** Returns the running period, and those that closed and are still pending writes in the head. */
const ownRollups = ({ meters, pendingWrites }: Head, unit: 'hour' | 'day'): readonly Rollup[] => [
  ...pendingWrites.meters.filter(({ period }) => period.unit === unit),
  ...(meters ? [meters[unit]] : []),
];
