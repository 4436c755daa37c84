import type { ProjectId, ResourceId } from '../../../../model/ids.ts';
import type { Disk, Vm } from '../holding.ts';
import { addHolding, deleteHolding } from '../holding-life.ts';
import { enter, stateAt } from '../life.ts';
import { tariff } from '../money/tariff.ts';
import { dataCenterWrong, idWrong, Refusal, sizeWrong } from '../refusal.ts';
import type { EventOf } from '../world-event.ts';
import { find, holdingIn, pass, present, takes, theHolding, type WorldState } from '../world-state.ts';

const bootSuffix = '-boot';
/** Returns the id of a VM's boot disk. */
export const bootDiskId = (vm: string): string => `${vm}${bootSuffix}`;

/** Returns the VM of a boot disk. */
export function bootedBy(state: WorldState, project: ProjectId, disk: string): Vm | undefined {
  if (!disk.endsWith(bootSuffix)) return undefined;
  return find(state, project, 'vm', disk.slice(0, -bootSuffix.length));
}

export function createDisk(state: WorldState, event: EventOf<'create-disk'>): void {
  const { project, id, dataCenter, sizeGib, gibPriceHr, vm } = event;
  const wrong = [
    ...idWrong('disk.id', id),
    ...dataCenterWrong(state, dataCenter, 'disk.dataCenterId'),
    ...sizeWrong('disk.sizeGib', sizeGib, 1),
  ];
  const check = () => {
    if (bootedBy(state, project, id)) {
      throw new Refusal('exists', `disk ${id} already exists in project ${project}`);
    }
    if (vm !== null) theHolding(state, project, 'vm', vm);
  };
  const creating = takes(state, `creating ${project}/${id}`, 10, 30);
  addHolding(state, event, { kind: 'disk', wrong, needs: 'credit', check }, (held) => ({
    kind: 'disk',
    id,
    ...held,
    tariffs: [tariff(state.at, gibPriceHr, sizeGib)],
    listPrice: null,
    life: enter([], state.at, [['CREATING', creating]], vm === null ? 'READY' : 'ATTACHED'),
    vm,
  }));
}

export function attachDisk(state: WorldState, { project, disk: id, vm: to }: EventOf<'attach-disk'>): void {
  const disk = storageDisk(state, project, id);
  const vm = holdingIn(state, project, 'vm', to, 'given a disk', ['ACTIVE', 'STOPPED']);
  refuseUnready(state, disk);
  if (vm.dataCenter !== disk.dataCenter) {
    throw new Refusal('wrong-state', `disk ${id} is in ${disk.dataCenter}, and VM ${to} in ${vm.dataCenter}`);
  }
  attach(state, disk, vm);
}

export function detachDisk(state: WorldState, { project, disk: id }: EventOf<'detach-disk'>): void {
  storageDisk(state, project, id);
  letGo(state, holdingIn(state, project, 'disk', id, 'detached', ['ATTACHED']));
}

export function deleteDisk(state: WorldState, { project, disk: id }: EventOf<'delete-disk'>): void {
  storageDisk(state, project, id);
  deleteHolding(
    state,
    { project, kind: 'disk', id },
    {
      states: ['CREATING', 'READY'],
      seconds: [5, 20],
      useOf: ({ vm }) => (vm === null ? undefined : `is attached to VM ${vm}`),
    },
  );
}

export function attach(state: WorldState, disk: Disk, vm: Vm): void {
  disk.vm = vm.id;
  pass(state, disk, 'attaching', ['UPDATING', 5, 20], 'ATTACHED');
}

export function letGo(state: WorldState, disk: Disk): void {
  disk.vm = null;
  pass(state, disk, 'detaching', ['UPDATING', 5, 20], 'READY');
}

/** Checks that a disk can be attached. @throws Refusal */
export function refuseUnready(state: WorldState, disk: Disk): void {
  const current = stateAt(disk.life, state.at) ?? 'UNKNOWN';
  if (current === 'READY') return;
  const where = disk.vm === null ? '' : `, with VM ${disk.vm}`;
  throw new Refusal(
    'wrong-state',
    `disk ${disk.id} is ${current}${where}; it can be attached when it is READY`,
  );
}

export const storageDisksOf = (state: WorldState, { project, id }: Vm): Disk[] =>
  present(state, project, 'disk').filter((disk) => disk.vm === id);

/**
 * Returns a storage disk. @throws Refusal when it does not exist, or is a VM's boot disk, which belongs to the VM.
 */
function storageDisk(state: WorldState, project: ProjectId, id: ResourceId): Disk {
  const vm = bootedBy(state, project, id);
  if (vm) throw new Refusal('wrong-state', `disk ${id} is the boot disk of VM ${vm.id}, and goes with it`);
  return theHolding(state, project, 'disk', id);
}
