import { enter, gone, stateAt } from '../life.ts';
import { refuseSuspended } from '../money/standing.ts';
import { tariff } from '../money/tariff.ts';
import { idWrong, Refusal, refuseWrong } from '../refusal.ts';
import type { EventOf } from '../world-event.ts';
import {
  heldBy,
  holdingIn,
  pass,
  present,
  refuseTwin,
  takes,
  theProject,
  type WorldState,
} from '../world-state.ts';

/** Creates an image, billed from the beginning. The VM's state meanwhile is a guess; it then continues as before. */
export function createImage(state: WorldState, event: EventOf<'create-image'>): void {
  const { project, id, vm: from, description, gibPriceHr } = event;
  theProject(state, project);
  refuseWrong(idWrong('id', id));
  const vm = holdingIn(state, project, 'vm', from, 'made an image of', ['ACTIVE', 'STOPPED']);
  refuseSuspended(state, project);
  refuseTwin(state, project, 'image', id);
  const creating = takes(state, `imaging ${project}/${id}`, 60, 140);
  const before = stateAt(vm.life, state.at) ?? 'UNKNOWN';
  vm.life = enter(vm.life, state.at, [['CREATING_SNAPSHOT', creating]], before);
  theProject(state, project).holdings.push({
    kind: 'image',
    id,
    ...heldBy(state, { ...event, dataCenter: vm.dataCenter, commitment: null }),
    tariffs: [tariff(state.at, gibPriceHr, vm.size.bootDiskGib)],
    listPrice: null,
    life: enter([], state.at, [['CREATING', creating]], 'READY'),
    vm: from,
    description,
  });
}

export function describeImage(state: WorldState, event: EventOf<'describe-image'>): void {
  const states = ['CREATING', 'READY', 'FAILED'];
  const image = holdingIn(state, event.project, 'image', event.image, 'described', states);
  image.description = event.description;
}

/** Deletes an image. @throws Refusal while a VM was made from it. */
export function deleteImage(state: WorldState, { project, image: id }: EventOf<'delete-image'>): void {
  const image = holdingIn(state, project, 'image', id, 'deleted', ['READY', 'FAILED']);
  const user = present(state, project, 'vm').find((vm) => vm.image.kind === 'private' && vm.image.id === id);
  if (user) throw new Refusal('wrong-state', `image ${id} is used by VM ${user.id}`);
  pass(state, image, 'deleting', ['DELETING', 5, 20], gone);
}
