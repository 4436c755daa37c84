import type { Rollup } from '../../model/money/meter.ts';
import type { Interval } from '../../model/time/period.ts';
import {
  days,
  earliest,
  type Instant,
  later,
  latest,
  milliseconds,
  type Span,
} from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import { firstKept } from '../../record/retention.ts';
import type { Head } from '../../state/head.ts';
import { readTargetMeters } from './history-between.ts';

export type ExportUnit = 'hour' | 'day';

/** Selects the periods that begin in the interval. */
export type PeriodQuestion = Interval & {
  readonly per: ExportUnit;
  /** True to include the current period. */
  readonly withRunning: boolean;
  readonly now: Instant;
};

export type ExportPeriod = {
  readonly rollup: Rollup;
  /** The time up to which an open period is counted; `null` for a closed one. */
  readonly runsUntil: Instant | null;
};

/** The time that is read at once, about 200 periods. */
const reach: Readonly<Record<ExportUnit, Span>> = { hour: days(8), day: days(200) };

/** Yields the hours or days of a target, oldest first, each once. */
export async function* exportPeriods(
  ledger: Pick<Ledger, 'meters'>,
  head: Head,
  { from, until, per, withRunning, now }: PeriodQuestion,
): AsyncGenerator<ExportPeriod> {
  const { meters, observation } = head;
  if (meters === null || observation === null || from >= until) return;
  const last = earliest(until, later(latest(from, now), milliseconds(1)));
  let done = firstKept(per, from, last);
  for (let start = done; start < last; start = later(start, reach[per])) {
    const end = earliest(last, later(start, reach[per]));
    for (const rollup of await readTargetMeters(ledger, head, per, start, end)) {
      yield { rollup, runsUntil: null };
      done = rollup.period.until;
    }
  }
  const running = meters[per];
  const { from: begins } = running.period;
  if (withRunning && done <= begins && begins < last) yield { rollup: running, runsUntil: observation.at };
}
