import { later, minutes } from '../../../lib/model/time.ts';
import type { VirtualTime } from '../engine/virtual-time.ts';
import type { Scenario, ThingPlan } from '../scenario.ts';
import { nanosInWords } from './bill.ts';
import type { TrueMachine, TrueVolume } from './true-resource.ts';
import type { World } from './world.ts';

/** Sees to it that machines and volumes come and go, and that some VMs cannot be seen for a while. */
export function settleThings(world: World, scenario: Scenario, time: VirtualTime): void {
  for (const plan of scenario.things)
    time.at(later(scenario.start, plan.createdAfter), () => bringThing(world, scenario, plan));
  for (const { vm: id, project, what, from, until } of scenario.blindSpells) {
    const each = (deed: (vm: (typeof world.resources)[number]) => void) => (): void => {
      for (const resource of world.resources)
        if (resource.id === id && resource.project === project) deed(resource);
    };
    time.at(
      from,
      each((vm) => {
        if (vm.kind !== 'vm') return;
        if (what === 'samples') vm.blind.push({ from, until });
        else vm.hidesMetadata = true;
      }),
    );
    time.at(
      until,
      each((vm) => {
        if (vm.kind === 'vm') vm.hidesMetadata = false;
      }),
    );
  }
}

function bringThing(world: World, { start }: Scenario, plan: ThingPlan): void {
  const { project, id, price, createdAfter, deletedAfter } = plan;
  const createdAt = later(start, createdAfter);
  const goneAt = deletedAfter === null ? null : later(start, deletedAfter);
  const base = { project, id, price, priceText: nanosInWords(price), createdAt, goneAt };
  const machine: TrueMachine = {
    kind: 'machine',
    ...base,
    phases: [
      { from: createdAt, state: 'POWERING_ON' },
      { from: later(createdAt, minutes(6)), state: 'ON' },
    ],
  };
  const volume: TrueVolume = { kind: 'volume', ...base, phases: [{ from: createdAt, state: 'ACTIVE' }] };
  world.resources.push(plan.kind === 'machine' ? machine : volume);
}
