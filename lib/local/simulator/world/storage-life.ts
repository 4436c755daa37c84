import { multiplied } from './catalogue.ts';
import type { Disk, Volume } from './holding.ts';
import { enter, gone, stateAt } from './life.ts';
import { Refusal } from './refusal.ts';
import type { EventOf } from './world-event.ts';
import { heldBy, refuseTwin, takes, theHolding, theProject, type WorldState } from './world-state.ts';

export function createVolume(state: WorldState, event: EventOf<'create-volume'>): void {
  const { project, id, sizeGib, usedGib, gibPriceHr } = event;
  refuseTwin(state, project, 'volume', id);
  if (usedGib > sizeGib) throw new Refusal('invalid', `volume ${id} cannot hold more than its size`);
  const creating = takes(state, `creating ${project}/${id}`, 10, 30);
  theProject(state, project).holdings.push({
    kind: 'volume',
    id,
    ...heldBy(state, event),
    price: multiplied(gibPriceHr, sizeGib),
    life: enter([], state.at, [['CREATING', creating]], 'ACTIVE'),
    sizeGib,
    usedGib,
    gibPrice: gibPriceHr,
  });
}

export function createDisk(state: WorldState, event: EventOf<'create-disk'>): void {
  const { project, id, sizeGib, gibPriceHr, vm } = event;
  refuseTwin(state, project, 'disk', id);
  if (vm !== null) theHolding(state, project, 'vm', vm);
  const creating = takes(state, `creating ${project}/${id}`, 10, 30);
  theProject(state, project).holdings.push({
    kind: 'disk',
    id,
    ...heldBy(state, event),
    price: multiplied(gibPriceHr, sizeGib),
    life: enter([], state.at, [['CREATING', creating]], 'READY'),
    sizeGib,
    gibPrice: gibPriceHr,
    vm,
  });
}

export function deleteStorage(state: WorldState, event: EventOf<'delete-volume' | 'delete-disk'>): void {
  const holding: Volume | Disk =
    event.kind === 'delete-volume'
      ? theHolding(state, event.project, 'volume', event.volume)
      : theHolding(state, event.project, 'disk', event.disk);
  if (holding.kind === 'disk' && holding.vm !== null) {
    throw new Refusal('wrong-state', `disk ${holding.id} is attached to VM ${holding.vm}`);
  }
  if (stateAt(holding.life, state.at) === 'DELETING') {
    throw new Refusal('wrong-state', `${holding.kind} ${holding.id} is being deleted`);
  }
  const deleting = takes(state, `deleting ${event.project}/${holding.id}`, 5, 20);
  holding.life = enter(holding.life, state.at, [['DELETING', deleting]], gone);
}
