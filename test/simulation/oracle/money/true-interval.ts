import type { BudgetPeriod } from '../../../../lib/model/time/budget-period.ts';
import type { Instant } from '../../../../lib/model/time/time.ts';
import { clockAt, dayLong, dayStart, midnightOf, weekdayOf } from './calendar-days.ts';

export type TrueInterval = {
  readonly from: Instant;
  readonly until: Instant;
  /** The name of this period's alerts. */
  readonly name: string;
};

type Read = { readonly zone: string; readonly today: number; readonly interval: TrueInterval };
/** The interval that was last read of each period; within a day it is the same. */
const lastRead = new WeakMap<BudgetPeriod, Read>();

/** Returns the period of a budget on the local calendar. */
export function trueInterval(period: BudgetPeriod, at: Instant, zone: string): TrueInterval {
  const today = midnightOf(clockAt(at, zone));
  const last = lastRead.get(period);
  if (last?.today === today && last.zone === zone) return last.interval;
  const interval = readInterval(period, today, zone);
  lastRead.set(period, { zone, today, interval });
  return interval;
}

function readInterval(period: BudgetPeriod, today: number, zone: string): TrueInterval {
  const of = (from: number, until: number, name = `${period.kind} ${dateOf(from)}`): TrueInterval => ({
    from: dayStart(from, zone),
    until: dayStart(until, zone),
    name,
  });
  switch (period.kind) {
    case 'day':
      return of(today, today + dayLong);
    case 'week': {
      const from = today - ((weekdayOf(today) - period.startsOn + 7) % 7) * dayLong;
      return of(from, from + 7 * dayLong);
    }
    case 'month': {
      const date = new Date(today);
      const month = date.getUTCMonth() - (date.getUTCDate() < period.startsOn ? 1 : 0);
      const first = (later: number): number =>
        Date.UTC(date.getUTCFullYear(), month + later, period.startsOn);
      return of(first(0), first(1));
    }
    default:
      return of(today - (period.days - 1) * dayLong, today + dayLong, `${period.days} days`);
  }
}

const dateOf = (clock: number): string => new Date(clock).toISOString().slice(0, 10);
