import type { Meter } from '../../../../lib/model/money/meter.ts';
import type { Period, PeriodUnit } from '../../../../lib/model/time/period.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';
import type { Head } from '../../../../lib/state/head.ts';
import { readNanos } from '../../world/bill.ts';

/** A price held for a time, or a time without one. */
export type Piece = { readonly price: bigint; readonly from: number; readonly until: number };

/** Sums of the open periods, in whole numbers. */
export type Totals = {
  /** Adds charges since the last observation, and returns the meters of a head that differ. */
  add(pieces: readonly Piece[], gap: Piece | null, head: Head): readonly string[];
  /** Returns the charge of the open period; `undefined` before any. */
  open(unit: PeriodUnit): OpenCharge | undefined;
};

/** What a period came to so far, in nano-dollars an hour times milliseconds. */
export type OpenCharge = { readonly from: Instant; readonly charge: bigint };

type Total = { readonly from: Instant; readonly since: Instant; charge: bigint; gap: number };

/** The interval, in turns, at which open meters are compared with the sums: an error in one persists. */
const every = 4;

export function newTotals(since: Instant): Totals {
  const running = new Map<PeriodUnit, Total>();
  let turns = 0;

  function totalOf({ unit, from }: Period): Total {
    const known = running.get(unit);
    if (known?.from === from) return known;
    const total: Total = { from, since: since > from ? since : from, charge: 0n, gap: 0 };
    running.set(unit, total);
    return total;
  }

  function grow({ period }: Meter, pieces: readonly Piece[], gap: Piece | null): Total {
    const total = totalOf(period);
    for (const piece of pieces) {
      const span = overlap(piece, period);
      if (span > 0) total.charge += piece.price * BigInt(span);
    }
    if (gap) total.gap += Math.max(0, overlap(gap, period));
    return total;
  }

  return {
    open: (unit) => running.get(unit),
    add(pieces, gap, { meters, pendingWrites }) {
      const found: string[] = [];
      for (const meter of pendingWrites.meters) found.push(...compare(meter, grow(meter, pieces, gap)));
      const isTime = turns++ % every === 0;
      for (const meter of meters ? [meters.hour, meters.day, meters.month] : []) {
        const total = grow(meter, pieces, gap);
        if (isTime) found.push(...compare(meter, total));
      }
      return found;
    },
  };
}

function compare({ period, charge, gap, since }: Meter, total: Total): readonly string[] {
  const name = `the ${period.unit} from ${period.from}`;
  const charged = readNanos(charge.toFixed());
  const found: string[] = [];
  if (charged !== total.charge) found.push(`${name} says ${charged} and should say ${total.charge}`);
  if (gap !== total.gap) found.push(`${name} has a gap of ${gap}, and it was ${total.gap}`);
  if (since !== total.since) found.push(`${name} counts since ${since}, not ${total.since}`);
  return found;
}

const overlap = (piece: Piece, period: Period): number =>
  Math.min(piece.until, period.until) - Math.max(piece.from, period.from);
