import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ProjectId, projectTarget } from '../../lib/model/ids.ts';
import { addCharges, charge, chargeToMoney, hourlyPrice, noCharge } from '../../lib/model/money/money.ts';
import type { Share } from '../../lib/model/money/share.ts';
import { days, hours, later, milliseconds } from '../../lib/model/time/time.ts';
import { type SpendOfPeriod, spendOfPeriod, spendOverTime } from '../../lib/views/spend-over-time.ts';
import { at } from '../support/at.ts';
import { aMeter } from '../support/meter-builders.ts';

const first = at('2026-11-19T00:00:00');
const charges = (dollars: number) => charge(hourlyPrice(String(dollars)), hours(1));
const share = (kind: Share['tags']['kind'], dollars: number): Share => ({
  tags: { kind, dataCenter: null, gpuModel: null, createdBy: null, metadata: null },
  charge: charges(dollars),
});
const spendOn = (project: string, day: number, ...shares: Share[]) =>
  spendOfPeriod(
    projectTarget(ProjectId.parse(project)),
    aMeter('day', later(first, days(day)), {
      shares,
      charge: shares.map((it) => it.charge).reduce(addCharges, noCharge),
    }),
  );
const byProject = ({ target, charge }: SpendOfPeriod) => [[target, charge]] as const;
const dollars = (amount: Parameters<typeof chargeToMoney>[0]) => chargeToMoney(amount).toNumber();

it('lays projects over each other, the largest first, with nothing where there was nothing', () => {
  const told = [
    spendOn('small', 1, share('vm', 2)),
    spendOn('large', 0, share('vm', 5)),
    spendOn('large', 1, share('vm', 6)),
  ];
  const { layers, periods } = spendOverTime(told, byProject, 8);
  expect(layers.map(({ name, charges: of }) => [name, of.map(dollars)])).toEqual([
    ['project/large', [5, 6]],
    ['project/small', [0, 2]],
  ]);
  expect(periods.map(({ from, total }) => [from, dollars(total)])).toEqual([
    [first, 5],
    [later(first, days(1)), 8],
  ]);
});

it('lays kinds over each other, all projects together', () => {
  const told = [spendOn('a', 0, share('vm', 2), share('volume', 1)), spendOn('b', 0, share('vm', 3))];
  const { layers } = spendOverTime(told, ({ byKind }) => byKind, 8);
  expect(layers.map(({ name, total }) => [name, dollars(total)])).toEqual([
    ['vm', 5],
    ['volume', 1],
  ]);
});

it('takes together what there is no room for', () => {
  const told = [5, 4, 3, 2, 1].map((amount) => spendOn(`p${amount}`, 0, share('vm', amount)));
  const { layers } = spendOverTime(told, byProject, 3);
  expect(layers.map(({ name, total }) => [name, dollars(total)])).toEqual([
    ['project/p5', 5],
    ['project/p4', 4],
    [null, 6],
  ]);
});

it('loses nothing: layers come to the totals, to the last digit', () => {
  const spends = fc.array(
    fc.record({ project: fc.constantFrom('a', 'b', 'c', 'd', 'e'), day: fc.nat(4), price: fc.nat(99_999) }),
  );
  fc.assert(
    fc.property(spends, fc.integer({ min: 1, max: 6 }), (rows, most) => {
      const told = rows.map(({ project, day, price }) => spendOn(project, day, share('vm', price / 1_000)));
      const { layers, periods } = spendOverTime(told, byProject, most);
      expect(layers.filter(({ name }) => name !== null).length).toBeLessThanOrEqual(most);
      for (const [index, { total }] of periods.entries()) {
        const sum = layers.reduce(
          (left, layer) => addCharges(left, layer.charges[index] ?? noCharge),
          noCharge,
        );
        expect(sum.eq(total)).toBe(true);
      }
    }),
  );
});

it('marks what was counted in part only', () => {
  const meter = aMeter('day', first, { gap: milliseconds(1) });
  const late = aMeter('day', later(first, days(1)), { since: later(first, hours(30)) });
  const told = [meter, late].map((rollup) => spendOfPeriod(projectTarget(ProjectId.parse('a')), rollup));
  expect(spendOverTime(told, byProject, 8).periods.map(({ isPartial }) => isPartial)).toEqual([true, true]);
});
