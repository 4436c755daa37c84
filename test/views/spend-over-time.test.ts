import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import type { ChargeWithEstimate } from '../../lib/model/money/charged.ts';
import { coverageInWords } from '../../lib/model/money/coverage.ts';
import {
  addCharges,
  charge,
  chargeToMoney,
  hourlyPrice,
  noCharge,
  sumCharges,
} from '../../lib/model/money/money.ts';
import type { Share } from '../../lib/model/money/share.ts';
import { days, hours, later, minutes } from '../../lib/model/time/time.ts';
import { type SpendOfPeriod, spendOfPeriod, spendOverTime } from '../../lib/views/spend-over-time.ts';
import { at } from '../support/at.ts';
import { aMeter } from '../support/builders/meter-builders.ts';

const first = at('2026-11-19T00:00:00');
const charges = (dollars: number) => charge(hourlyPrice(String(dollars)), hours(1));
const share = (kind: Share['tags']['kind'], dollars: number): Share => ({
  tags: { kind, dataCenter: null, gpuModel: null, createdBy: null, metadata: null },
  charge: charges(dollars),
});
const spendOn = (project: string, day: number, ...shares: Share[]) =>
  spendOfPeriod(
    projectTarget(null, ProjectId.parse(project)),
    aMeter('day', later(first, days(day)), {
      shares,
      charge: sumCharges(shares.map((it) => it.charge)),
    }),
  );
const byProject = ({ target, meter }: SpendOfPeriod) => [[target, meter]] as const;
const lab = projectTarget(null, ProjectId.parse('lab'));
/** So many days, all of which are asked for in `lab`. */
const overDays = (count: number) => ({
  periods: Array.from({ length: count }, (_, day) => {
    const from = later(first, days(day));
    return { from, until: later(from, days(1)) };
  }),
  targets: [{ target: lab, until: later(first, days(count)) }],
});
const dollars = ({ charge: amount }: ChargeWithEstimate) => chargeToMoney(amount).toNumber();

it('spend over time stacks projects, the largest first, with zero where there was no spend', () => {
  const told = [
    spendOn('small', 1, share('vm', 2)),
    spendOn('large', 0, share('vm', 5)),
    spendOn('large', 1, share('vm', 6)),
  ];
  const { layers, periods } = spendOverTime(told, overDays(2), byProject, 8);
  expect(layers.map(({ name, charges: of }) => [name, of.map(dollars)])).toEqual([
    ['project/large', [5, 6]],
    ['project/small', [0, 2]],
  ]);
  expect(periods.map(({ from, total }) => [from, dollars(total)])).toEqual([
    [first, 5],
    [later(first, days(1)), 8],
  ]);
});

it('spend over time stacks kinds, over all projects', () => {
  const told = [spendOn('a', 0, share('vm', 2), share('volume', 1)), spendOn('b', 0, share('vm', 3))];
  const { layers } = spendOverTime(told, overDays(1), ({ byKind }) => byKind, 8);
  expect(layers.map(({ name, total }) => [name, dollars(total)])).toEqual([
    ['vm', 5],
    ['volume', 1],
  ]);
});

it('spend over time combines the layers beyond the limit into one', () => {
  const told = [5, 4, 3, 2, 1].map((amount) => spendOn(`p${amount}`, 0, share('vm', amount)));
  const { layers } = spendOverTime(told, overDays(1), byProject, 3);
  expect(layers.map(({ name, total }) => [name, dollars(total)])).toEqual([
    ['project/p5', 5],
    ['project/p4', 4],
    [null, 6],
  ]);
});

it('spend over time loses nothing: the layers add up to the totals, to the last digit', () => {
  const spends = fc.array(
    fc.record({ project: fc.constantFrom('a', 'b', 'c', 'd', 'e'), day: fc.nat(4), price: fc.nat(99_999) }),
  );
  fc.assert(
    fc.property(spends, fc.integer({ min: 1, max: 6 }), (rows, most) => {
      const told = rows.map(({ project, day, price }) => spendOn(project, day, share('vm', price / 1_000)));
      const { layers, periods } = spendOverTime(told, overDays(5), byProject, most);
      expect(layers.filter(({ name }) => name !== null).length).toBeLessThanOrEqual(most);
      for (const [index, { total }] of periods.entries()) {
        const sum = layers.reduce(
          (left, layer) => addCharges(left, layer.charges[index]?.charge ?? noCharge),
          noCharge,
        );
        expect(sum.eq(total.charge)).toBe(true);
      }
    }),
  );
});

it('spend over time has an entry for each period, with how much of it is known', () => {
  const spends = [
    aMeter('day', first, { gap: minutes(60) }),
    aMeter('day', later(first, days(1)), { since: later(first, hours(30)) }),
    aMeter('day', later(first, days(3)), { measuredSince: later(first, hours(78)) }),
  ].map((rollup) => spendOfPeriod(lab, rollup));
  const { periods } = spendOverTime(spends, overDays(4), byProject, 8);
  expect(periods.map(({ coverage }) => coverage && coverageInWords(coverage))).toEqual([
    'known for 1,380 of 1,440 minutes only',
    'known for 1,080 of 1,440 minutes only',
    'known for 0 of 1,440 minutes only',
    "measured for 18 h; the rest from the platform's billing",
  ]);
});

it('spend over time expects of a target that is gone only the time until then', () => {
  const time = { ...overDays(2), targets: [{ target: lab, until: later(first, hours(12)) }] };
  const spends = [spendOfPeriod(lab, aMeter('day', first))];
  const { periods } = spendOverTime(spends, time, byProject, 8);
  expect(periods.map(({ coverage }) => coverage)).toEqual([
    { span: hours(12), known: hours(12), watched: hours(12) },
    null,
  ]);
});
