import { toTarget } from '../../model/ids.ts';
import { type Coverage, computeLeastCoverage } from '../../model/money/coverage.ts';
import { findPeriod, type Interval } from '../../model/time/period.ts';
import { earlier, type Instant, milliseconds } from '../../model/time/time.ts';
import type { Ledger } from '../../record/ledger.ts';
import type { Head } from '../../state/head.ts';
import { sumSpend } from './spend-by.ts';

/** Returns the coverage of an interval for the least covered project; `null` if there are no projects. */
export async function coverageOfAll(
  ledger: Pick<Ledger, 'meters'>,
  heads: readonly Head[],
  interval: Interval,
  { now, zone }: { readonly now: Instant; readonly zone: string },
): Promise<Coverage | null> {
  const targets = heads.map(({ target }) => target).filter((target) => toTarget(target).kind === 'project');
  const reader = {
    head: async (target: Head['target']) => heads.find((head) => head.target === target),
    heads: async () => heads,
    meters: ledger.meters.bind(ledger),
  };
  const { coverage } = await sumSpend(reader, { ...inWholeHours(interval, zone, now), targets, by: [], now });
  return computeLeastCoverage(coverage.values());
}

/** Extends an interval to whole hours, because accrued spend is kept by the hour. */
export function inWholeHours({ from, until }: Interval, zone: string, now: Instant): Interval {
  const { until: end } = findPeriod('hour', earlier(until, milliseconds(1)), zone);
  return { from: findPeriod('hour', from, zone).from, until: until > now ? until : end };
}
