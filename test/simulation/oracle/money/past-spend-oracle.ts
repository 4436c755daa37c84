import { type TargetId, toTarget } from '../../../../lib/model/ids.ts';
import { isReportedOnly, type Rollup } from '../../../../lib/model/money/meter.ts';
import { addCharges, chargeToMoney, noCharge } from '../../../../lib/model/money/money.ts';
import { findPeriod } from '../../../../lib/model/time/period.ts';
import { type Instant, instant, later, milliseconds } from '../../../../lib/model/time/time.ts';
import type { Ledger } from '../../../../lib/record/ledger.ts';
import { inOrder } from '../../../../lib/record/rollup-item.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { Observer } from '../../observer.ts';
import { billOf, readNanos, toNanos } from '../../world/bill.ts';
import type { World } from '../../world/world.ts';

/** The most reported periods, each of which is rounded to a nano-dollar. */
const mostPeriods = 600n;

export type PastSpendOracle = Observer & {
  /** Returns how many targets had their past read to its end. */
  finish(ledger: Ledger, world: World, zone: string): Promise<number>;
};

/**
 * Checks invariants 9 and 20: reported and metered spend add up to what the cloud charged, without overlap or loss;
 * and reported spend is kept apart.
 */
export function pastSpendOracle(accuse: (what: string) => void): PastSpendOracle {
  const began = new Map<TargetId, Instant>();
  const last = new Map<TargetId, Head>();

  return {
    committed(_process, head) {
      if (head.observation === null || head.observation.kind === 'group') return;
      if (!began.has(head.target)) began.set(head.target, head.observation.at);
      last.set(head.target, head);
    },
    async finish(ledger, world, zone) {
      let read = 0;
      for (const [target, head] of last) {
        const since = began.get(target) ?? instant(0);
        const hour = findPeriod('hour', since, zone);
        const until = hour.from === since ? since : hour.until;
        if (head.pastSpend === null || head.pastSpend.reached < until) continue;
        read += 1;
        const all = async (unit: 'hour' | 'day' | 'month') => {
          const known = await ledger.meters(
            target,
            unit,
            instant(0),
            later(head.observation?.at ?? since, milliseconds(1)),
          );
          const waiting = head.pendingWrites.meters.filter(({ period }) => period.unit === unit);
          return inOrder([...known, ...waiting, ...(head.meters ? [head.meters[unit]] : [])]);
        };
        const [hours, days, months] = [await all('hour'), await all('day'), await all('month')];
        for (const meter of [...hours, ...days, ...months].filter(isReportedOnly))
          check(target, meter, billed(world, target, meter.period.from, meter.period.until));
        for (const month of months) {
          const within = days.filter(({ period }) => period.from >= month.period.from);
          const sum = within
            .filter(({ period }) => period.from < month.period.until)
            .reduce((total, { charge }) => addCharges(total, charge), noCharge);
          check(target, month, readNanos(chargeToMoney(sum).toFixed(9)));
        }
        const measured = hours.filter(({ period }) => period.from >= until);
        for (const wholes of [days, months]) {
          const first = wholes.find(({ period }) => period.from <= since && since < period.until);
          if (first === undefined || first.gap > 0) continue;
          const after = measured
            .filter(({ period }) => period.from < first.period.until)
            .reduce((total, { charge }) => addCharges(total, charge), noCharge);
          const before = billed(world, target, first.period.from, until);
          check(target, first, before + readNanos(chargeToMoney(after).toFixed(9)));
        }
      }
      return read;
    },
  };

  function check(target: TargetId, { period, charge }: Rollup, expected: bigint): void {
    const known = readNanos(chargeToMoney(charge).toFixed(9));
    const apart = known > expected ? known - expected : expected - known;
    if (apart > mostPeriods)
      accuse(`${target}: the ${period.unit} of ${period.from} comes to ${known}, not ${expected}`);
  }
}

function billed(world: World, target: TargetId, from: Instant, until: Instant): bigint {
  const of = toTarget(target);
  return toNanos(billOf(world, of.kind === 'project' ? of.project : null, from, until));
}
