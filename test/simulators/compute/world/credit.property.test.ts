import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { chargeToMoney, money } from '../../../../lib/model/money/money.ts';
import { hours, type Instant, later, milliseconds, seconds } from '../../../../lib/model/time/time.ts';
import { virtualClock } from '../../../../lib/simulators/compute/virtual-clock.ts';
import { createWorld } from '../../../../lib/simulators/compute/world/world.ts';
import type { ScriptedEvent } from '../../../../lib/simulators/compute/world/world-event.ts';
import { runs } from '../../../support/tier.ts';
import { start } from '../a-cloud.ts';

const twoDays = 48 * 3_600;
/** When a VM is made, how long after somebody would terminate it, and its price in cents an hour. */
const vms = fc.array(
  fc.record({
    // Credit falls once an hour, and with less than 10 dollars nothing is made.
    made: fc.integer({ min: 0, max: 3_599 }),
    lives: fc.integer({ min: 1, max: twoDays }),
    cents: fc.integer({ min: 0, max: 500 }),
  }),
  { minLength: 1, maxLength: 8 },
);

function aWorldOf(
  paymentTerms: 'PREPAID' | 'INVOICE',
  credit: string,
  plans: readonly { made: number; lives: number; cents: number }[],
) {
  const events: ScriptedEvent[] = [
    { at: start, what: { kind: 'open-account', id: 'main', paymentTerms, credit } },
    { at: start, what: { kind: 'create-project', id: 'lab', account: 'main' } },
  ];
  for (const [index, { made, lives, cents }] of plans.entries()) {
    const vm = { project: 'lab', id: `vm-${index}`, priceHr: String(cents / 100) };
    const at = later(start, seconds(made));
    events.push({ at, what: { kind: 'create-vm', ...vm }, ifPossible: true });
    const what = { kind: 'terminate-vm', project: 'lab', vm: vm.id } as const;
    events.push({ at: later(at, seconds(lives)), what, ifPossible: true });
  }
  const clock = virtualClock(start);
  return { clock, world: createWorld({ seed: 3, clock, events }) };
}

const living = ({ world }: ReturnType<typeof aWorldOf>, now: Instant): string[] =>
  [...world.state().projects.values()]
    .flatMap((project) => project.holdings)
    .filter(
      ({ createdAt, life }) => createdAt <= now && life.findLast(({ at }) => at <= now)?.state !== 'GONE',
    )
    .map((holding) => holding.id);

it('everything is deleted at the first full hour by which the credit is spent, and not before', async () => {
  await fc.assert(
    fc.property(vms, fc.integer({ min: 10, max: 300 }), (plans, dollars) => {
      const credit = String(dollars);
      const prepaid = aWorldOf('PREPAID', credit, plans);
      const invoiced = aWorldOf('INVOICE', credit, plans);
      invoiced.clock.advance(hours(200));
      const spentBy = (at: Instant) => chargeToMoney(invoiced.world.bill(start, at).total).gte(money(credit));
      const checked = Array.from({ length: 100 }, (_, index) => later(start, hours(index + 1)));
      const hour = checked.find(spentBy) ?? later(start, hours(101));
      const before = later(hour, milliseconds(-1_000));

      prepaid.clock.set(before);
      expect(living(prepaid, before)).toEqual(living(invoiced, before));
      prepaid.clock.set(hour);
      expect(living(prepaid, hour)).toEqual(spentBy(hour) ? [] : living(invoiced, hour));
    }),
    runs(60),
  );
});
