import { catalogue, priceOf, type Size, type VmPrice } from '../catalogue.ts';
import { sizeWrong } from '../checks.ts';
import { sizeAt, type Vm } from '../holding.ts';
import { enter } from '../life.ts';
import { relist } from '../money/committed-price.ts';
import { refuseSuspended } from '../money/standing.ts';
import { withUnits } from '../money/tariff.ts';
import { Refusal, refuseWrong } from '../refusal.ts';
import { bootDiskId } from '../storage/disk-life.ts';
import type { EventOf } from '../world-event.ts';
import { takes, theHolding, type WorldState } from '../world-state.ts';
import { vmIn } from './vm-life.ts';

/** The new size is billed from now. */
export function resizeVm(state: WorldState, event: EventOf<'resize-vm'>): void {
  const { project, vm: id } = event;
  const vm = vmIn(state, project, id, 'resized', ['STOPPED']);
  const size = {
    ...vm.size,
    vcpus: event.vcpus ?? vm.size.vcpus,
    memoryGib: event.memoryGib ?? vm.size.memoryGib,
  };
  refuseWrong([...sizeWrong('vcpus', size.vcpus, 1), ...sizeWrong('memoryGib', size.memoryGib, 1)]);
  refuseSuspended(state, project);
  reprice(state, vm, size);
  const resizing = takes(state, `resizing ${project}/${id}`, 20, 60);
  vm.life = enter(vm.life, state.at, [['RESIZING', resizing]], 'STOPPED');
}

/** What a disk holds would not survive a smaller size, so there is none. */
export function resizeDisk(state: WorldState, event: EventOf<'resize-disk'>): void {
  const { project, vm: of, disk: id, sizeGib } = event;
  const vm = vmIn(state, project, of, 'given a larger disk', ['ACTIVE', 'STOPPED']);
  if (id === bootDiskId(vm.id)) {
    refuseWrong(sizeWrong('sizeGib', sizeGib, vm.size.bootDiskGib));
    refuseSuspended(state, project);
    reprice(state, vm, { ...vm.size, bootDiskGib: sizeGib });
    return;
  }
  const disk = theHolding(state, project, 'disk', id);
  if (disk.vm !== vm.id) throw new Refusal('wrong-state', `disk ${id} is not attached to VM ${vm.id}`);
  refuseWrong(sizeWrong('sizeGib', sizeGib, sizeAt(disk, state.at)));
  refuseSuspended(state, project);
  disk.tariffs = withUnits(disk.tariffs, state.at, sizeGib);
}

/** A price that a script gave stays as it is. */
function reprice(state: WorldState, vm: Vm, size: Size): void {
  const type = catalogue[vm.machineType];
  const priced: VmPrice = vm.priced.parts !== null && type ? priceOf(type, size) : vm.priced;
  relist(vm, state.at, priced.total);
  vm.size = size;
  vm.priced = priced;
}
