import { type TargetId, toTarget } from '../../../../lib/model/ids.ts';
import type { Meter, Rollup } from '../../../../lib/model/money/meter.ts';
import type { BudgetRule } from '../../../../lib/rules/budget/terms.ts';
import type { Head } from '../../../../lib/state/head.ts';
import type { Process } from '../../engine/process.ts';
import type { Observer } from '../../observer.ts';
import { readNanos } from '../../world/bill.ts';
import { startsAs } from '../true-protection.ts';
import type { Case } from '../violation.ts';
import type { ChargeBook } from './money-oracle.ts';

/** The interval, in turns, at which shares of open meters are checked. */
const every = 8;

/**
 * Checks invariant 9 for derived figures: a group is the sum of its members, by their meters and by what `charged` says
 * that they truly came to, and a meter is that of its shares.
 */
export function sumOracle({ accuse }: Pick<Case, 'accuse'>, { charged }: ChargeBook): Observer {
  const newest = new Map<TargetId, Head>();
  const read = new WeakMap<Process, Map<TargetId, Head>>();
  let turns = 0;

  return {
    headsRead(process, heads) {
      if (!read.has(process)) read.set(process, new Map(heads.map((head) => [head.target, head])));
    },
    committed(process, head, before) {
      newest.set(head.target, head);
      if (process.job !== 'watch' || head.observation === null || head.observation === before?.observation)
        return;
      if (head.observation.kind !== 'group') {
        read.get(process)?.set(head.target, head);
        const running = head.meters && turns++ % every === 0 ? Object.values(head.meters) : [];
        for (const meter of [...head.pendingWrites.meters, ...running]) checkShares(head.target, meter);
        return;
      }
      // For a run that did not learn the result of its own turns, the heads it used are unknown.
      if (process.troubled) return;
      checkGroup(process, head, head.observation.members);
    },
  };

  function checkShares(target: TargetId, meter: Rollup): void {
    const { charge, period, shares } = meter;
    const sum = shares.reduce((total, share) => total + readNanos(share.charge.toFixed()), 0n);
    if (sum !== readNanos(charge.toFixed()))
      accuse(
        9,
        `${target}: the shares of the ${period.unit} of ${period.from} sum to ${sum}, not ${charge.toFixed()}`,
      );
  }

  function checkGroup(process: Process, head: Head, members: readonly TargetId[]): void {
    const about = toTarget(head.target);
    const rule = process.orders.policy.rules.find(
      ({ name }) => about.kind === 'group' && name === about.rule,
    );
    if (rule?.kind !== 'budget' || head.observation?.kind !== 'group') return;
    const heads = [...(read.get(process)?.values() ?? [])].filter(
      ({ target, observation }) => observation !== null && isMember(rule, target),
    );
    if (heads.length !== members.length)
      accuse(9, `${head.target} has ${members.length} members, and should have ${heads.length}`);
    const { spend, at } = head.observation;
    const sum = (meterOf: (head: Head) => Meter | undefined): bigint =>
      heads.reduce((total, one) => {
        const meter = meterOf(one);
        return meter !== undefined && meter.period.until > at
          ? total + readNanos(meter.charge.toFixed())
          : total;
      }, 0n);
    const checks = [
      ['day', sum(({ meters }) => meters?.day), spend.day],
      ['month', sum(({ meters }) => meters?.month), spend.month],
    ] as const;
    for (const [unit, expected, meter] of checks) {
      const truth = charge(heads, unit, at);
      if (truth !== undefined && truth !== readNanos(meter.charge.toFixed()))
        accuse(
          9,
          `the ${unit} of ${head.target} says ${meter.charge.toFixed()}, and its members truly came to ${truth}`,
        );
      if (readNanos(meter.charge.toFixed()) !== expected)
        accuse(
          9,
          `the ${unit} of ${head.target} says ${meter.charge.toFixed()}, and its members ${expected}`,
        );
    }
  }

  /** Returns what members truly came to in the open period; `undefined` where that is not known for sure. */
  function charge(heads: readonly Head[], unit: 'day' | 'month', at: number): bigint | undefined {
    let sum = 0n;
    for (const head of heads) {
      const period = head.meters?.[unit].period;
      if (period === undefined || period.until <= at) continue;
      const known = charged(head.target, unit);
      // Another run may have committed a newer one meanwhile.
      if (known?.from !== period.from || newest.get(head.target)?.meters !== head.meters) return undefined;
      sum += known.charge;
    }
    return sum;
  }
}

/** Reports whether a shared budget covers a project. */
export function isMember({ match }: BudgetRule, target: TargetId): boolean {
  const about = toTarget(target);
  return (
    about.kind === 'project' &&
    startsAs(match.project ?? '*', about.project) &&
    startsAs(match.connection ?? '*', about.connection ?? '')
  );
}
