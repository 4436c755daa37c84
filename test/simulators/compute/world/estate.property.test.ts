import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addCharges, addMoney, noCharge, noMoney } from '../../../../lib/model/money/money.ts';
import { seconds } from '../../../../lib/model/time/time.ts';
import { creditBalance } from '../../../../lib/simulators/compute/world/money/billing.ts';
import { statementOf } from '../../../../lib/simulators/compute/world/money/statement.ts';
import type { World } from '../../../../lib/simulators/compute/world/world.ts';
import type { WorldEventInput } from '../../../../lib/simulators/compute/world/world-event.ts';
import { runs } from '../../../support/tier.ts';
import { aVm, aWorld, start } from '../a-cloud.ts';

const accounts = ['main', 'second', 'third'] as const;
const projects = ['lab', 'site'] as const;
const step = fc.record({
  wait: fc.integer({ min: 0, max: 200_000 }),
  what: fc.oneof(
    fc.record({
      kind: fc.constant('move-project' as const),
      id: fc.constantFrom(...projects),
      account: fc.constantFrom(...accounts),
    }),
    fc.record({
      project: fc.constantFrom(...projects),
      id: fc.constantFrom('a', 'b'),
      priceHr: fc.integer({ min: 1, max: 9_999 }).map((price) => `0.${price}`),
    }),
    fc.record({
      kind: fc.constant('terminate-vm' as const),
      project: fc.constantFrom(...projects),
      vm: fc.constantFrom('a', 'b'),
    }),
    fc.record({ kind: fc.constant('delete-project' as const), id: fc.constantFrom(...projects) }),
    fc.record({
      kind: fc.constant('create-project' as const),
      id: fc.constantFrom(...projects),
      account: fc.constantFrom(...accounts),
    }),
  ),
});

const tried = (world: World, event: WorldEventInput): void => {
  try {
    world.perform(event);
  } catch (error) {
    expect(error).toMatchObject({ name: 'Refusal' });
  }
};

it('whichever account pays for a project and whatever happens to it, each of its hours is on one bill, to the last digit', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const { world, clock } = aWorld();
      const credit = { paymentTerms: 'PREPAID', credit: '1000000' } as const;
      world.perform({ kind: 'open-account', id: 'second', ...credit });
      world.perform({ kind: 'open-account', id: 'third', ...credit });
      for (const { wait, what } of steps) {
        clock.advance(seconds(wait));
        tried(world, 'kind' in what ? what : aVm(what));
      }
      clock.advance(seconds(7_200));
      const until = clock.now();
      const parts = accounts.map((account) => world.bill(start, until, { account }).total);
      expect(parts.reduce(addCharges, noCharge).toFixed()).toBe(world.bill(start, until).total.toFixed());
      const state = world.state();
      for (const account of state.accounts.keys()) {
        if (account === 'main') continue;
        const sum = statementOf(state, account).reduce(
          (total, { amount }) => addMoney(total, amount),
          noMoney,
        );
        expect(sum.toDecimalPlaces(20).toFixed()).toBe(
          creditBalance(state, account).toDecimalPlaces(20).toFixed(),
        );
      }
    }),
    runs(60),
  );
});
