import type { Vm } from '../holding.ts';
import { addHolding, deleteHolding, useByVm } from '../holding-life.ts';
import { enter, stateAt } from '../life.ts';
import { tariff } from '../money/tariff.ts';
import { idWrong, refuseWrong } from '../refusal.ts';
import type { EventOf } from '../world-event.ts';
import { holdingIn, takes, type WorldState } from '../world-state.ts';

/** Creates an image, billed from the beginning. The VM's state meanwhile is a guess; it then continues as before. */
export function createImage(state: WorldState, event: EventOf<'create-image'>): void {
  const { project, id, vm: from, description, gibPriceHr } = event;
  const wrong = idWrong('id', id);
  refuseWrong(wrong);
  const vm = holdingIn(state, project, 'vm', from, 'made an image of', ['ACTIVE', 'STOPPED']);
  const creating = takes(state, `imaging ${project}/${id}`, 60, 140);
  const placed = { ...event, dataCenter: vm.dataCenter, commitment: null };
  addHolding(state, placed, { kind: 'image', wrong, needs: 'standing' }, (held) => ({
    kind: 'image',
    id,
    ...held,
    tariffs: [tariff(state.at, gibPriceHr, vm.size.bootDiskGib)],
    listPrice: null,
    life: enter([], state.at, [['CREATING', creating]], 'READY'),
    vm: from,
    description,
  }));
  const before = stateAt(vm.life, state.at) ?? 'UNKNOWN';
  vm.life = enter(vm.life, state.at, [['CREATING_SNAPSHOT', creating]], before);
}

export function describeImage(state: WorldState, event: EventOf<'describe-image'>): void {
  const states = ['CREATING', 'READY', 'FAILED'];
  const image = holdingIn(state, event.project, 'image', event.image, 'described', states);
  image.description = event.description;
}

/** Deletes an image. @throws Refusal while a VM was made from it. */
export function deleteImage(state: WorldState, { project, image: id }: EventOf<'delete-image'>): void {
  const isFrom = ({ image }: Vm) => image.kind === 'private' && image.id === id;
  deleteHolding(
    state,
    { project, kind: 'image', id },
    {
      states: ['READY', 'FAILED'],
      seconds: [5, 20],
      useOf: () => useByVm(state, project, isFrom),
    },
  );
}
