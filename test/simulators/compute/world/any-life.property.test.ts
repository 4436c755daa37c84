import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { addCharges, charge, hourlyPrice, noCharge, sumPrices } from '../../../../lib/model/money/money.ts';
import { seconds } from '../../../../lib/model/time/time.ts';
import type { Holding } from '../../../../lib/simulators/compute/world/holding.ts';
import { existsAt } from '../../../../lib/simulators/compute/world/life.ts';
import { Refusal } from '../../../../lib/simulators/compute/world/refusal.ts';
import type { WorldEventInput } from '../../../../lib/simulators/compute/world/world-event.ts';
import type { WorldState } from '../../../../lib/simulators/compute/world/world-state.ts';
import { runs } from '../../../support/tier.ts';
import { aVm, aWorld, start } from '../a-cloud.ts';

const lab = { project: 'lab' } as const;
const id = fc.constantFrom('a', 'b');
const size = fc.integer({ min: -1, max: 5 });
const power = fc.constantFrom('ON', 'OFF', 'REBOOTING');
const term = fc.constantFrom('COMMITMENT_TERM_NONE', 'COMMITMENT_TERM_1_MONTH');

/** Anything that people do to what is billed, sensible or not. */
const event: fc.Arbitrary<WorldEventInput> = fc.oneof(
  fc
    .record({ id, disks: fc.subarray(['a', 'b']), ends: fc.option(fc.integer({ min: -9, max: 900 })) })
    .map(({ id, disks, ends }) => aVm({ id, disks, expires: ends === null ? null : start + ends * 1_000 })),
  id.map((vm) => ({ kind: 'start-vm', ...lab, vm }) as const),
  id.map((vm) => ({ kind: 'stop-vm', ...lab, vm }) as const),
  id.map((vm) => ({ kind: 'reboot-vm', ...lab, vm }) as const),
  id.map((vm) => ({ kind: 'terminate-vm', ...lab, vm }) as const),
  fc.tuple(id, term).map(([vm, term]) => ({ kind: 'commit-vm', ...lab, vm, term }) as const),
  fc.tuple(id, id).map(([id, vm]) => ({ kind: 'create-image', ...lab, id, vm }) as const),
  id.map((image) => ({ kind: 'delete-image', ...lab, image }) as const),
  id.map((id) => ({ kind: 'create-machine', ...lab, id }) as const),
  fc
    .tuple(id, power)
    .map(([machine, power]) => ({ kind: 'change-machine', ...lab, machine, power }) as const),
  id.map((machine) => ({ kind: 'delete-machine', ...lab, machine }) as const),
  fc.tuple(id, size).map(([id, machines]) => ({ kind: 'create-cluster', ...lab, id, machines }) as const),
  fc
    .tuple(id, size)
    .map(([cluster, machines]) => ({ kind: 'change-cluster', ...lab, cluster, machines }) as const),
  id.map((cluster) => ({ kind: 'delete-cluster', ...lab, cluster }) as const),
  fc.tuple(id, size).map(([id, sizeGib]) => ({ kind: 'create-volume', ...lab, id, sizeGib }) as const),
  fc
    .tuple(id, size)
    .map(([volume, sizeGib]) => ({ kind: 'change-volume', ...lab, volume, sizeGib }) as const),
  id.map((volume) => ({ kind: 'delete-volume', ...lab, volume }) as const),
  fc.tuple(id, size).map(([id, sizeGib]) => ({ kind: 'create-disk', ...lab, id, sizeGib }) as const),
  fc.tuple(id, id).map(([disk, vm]) => ({ kind: 'attach-disk', ...lab, disk, vm }) as const),
  id.map((disk) => ({ kind: 'detach-disk', ...lab, disk }) as const),
  id.map((disk) => ({ kind: 'delete-disk', ...lab, disk }) as const),
  id.map((id) => ({ kind: 'create-network', ...lab, id }) as const),
  id.map((network) => ({ kind: 'delete-network', ...lab, network }) as const),
);
const wait = fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 0, max: 120 }) }, fc.constant(900));
const plans = fc.array(fc.tuple(wait, event), { minLength: 1, maxLength: 40 });

/** Resources of most kinds, all delivered, so that there is enough to act on. */
function aBusyWorld() {
  const made = aWorld();
  made.world.perform(aVm({ id: 'a' }));
  made.world.perform({ kind: 'create-cluster', ...lab, id: 'a', machines: 3 });
  made.world.perform({ kind: 'create-volume', ...lab, id: 'a', sizeGib: 2 });
  made.world.perform({ kind: 'create-disk', ...lab, id: 'a', sizeGib: 2 });
  made.clock.advance(seconds(1_000));
  return { ...made, begins: made.clock.now() };
}

/** What one resource costs an hour at this second, by its state and not by the times of its tariffs. */
function priceNow({ at }: WorldState, holding: Holding) {
  const isPaid = existsAt(holding.life, at) || (holding.commitment?.until ?? at) > at;
  if (!isPaid) return hourlyPrice('0');
  const [first] = holding.tariffs;
  const last = holding.tariffs.findLast(({ from }) => from <= at) ?? first;
  if (holding.kind !== 'cluster') return last.price;
  const machines = holding.machines.filter(({ life }) => existsAt(life, at)).length;
  return hourlyPrice(first.unitPrice.times(machines).toFixed());
}

const holdingsOf = (state: WorldState) => [...state.projects.values()].flatMap(({ holdings }) => holdings);
const picture = (state: WorldState) => JSON.stringify(holdingsOf(state));

it('whatever happens, the bill is the sum over every second of every resource, and a refusal changes nothing', async () => {
  await fc.assert(
    fc.property(plans, (plan) => {
      const { world, clock, begins } = aBusyWorld();
      let expected = noCharge;
      const pass = (count: number) => {
        for (let second = 0; second < count; second++) {
          const state = world.state();
          const rate = sumPrices(holdingsOf(state).map((holding) => priceNow(state, holding)));
          expected = addCharges(expected, charge(rate, seconds(1)));
          clock.advance(seconds(1));
        }
      };
      for (const [wait, what] of plan) {
        const before = picture(world.state());
        try {
          world.perform(what);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
          expect(picture(world.state())).toBe(before);
        }
        pass(wait);
      }
      expect(world.bill(begins, clock.now()).total.toFixed()).toBe(expected.toFixed());
    }),
    runs(40),
  );
});

it('no disk is attached to a VM that is gone, and no id is used twice', async () => {
  await fc.assert(
    fc.property(plans, (plan) => {
      const { world, clock } = aBusyWorld();
      for (const [wait, what] of plan) {
        try {
          world.perform(what);
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
        clock.advance(seconds(wait));
        const state = world.state();
        const here = holdingsOf(state).filter(({ life }) => existsAt(life, state.at));
        const names = here.map(({ kind, id }) => `${kind}/${id}`);
        expect(new Set(names).size).toBe(names.length);
        for (const holding of here) {
          if (holding.kind === 'disk' && holding.vm !== null) expect(names).toContain(`vm/${holding.vm}`);
        }
      }
    }),
    runs(100),
  );
});
