import type { ProjectId, VmId } from '../../../../model/ids.ts';
import { earliest, type Instant } from '../../../../model/time/time.ts';
import { catalogue, priceOf, type Size, type VmPrice } from '../catalogue.ts';
import { sizeAt, type Vm } from '../holding.ts';
import { enter, gone, stateAt } from '../life.ts';
import { recommit, recommitted, refuseCommitted, relist } from '../money/commitment.ts';
import { refuseSuspended } from '../money/standing.ts';
import { withUnits } from '../money/tariff.ts';
import { invalid, Refusal, refuseWrong, sizeWrong } from '../refusal.ts';
import { attach, bootDiskId, letGo } from '../storage/disk-life.ts';
import type { EventOf } from '../world-event.ts';
import { holdingIn, pass, present, takes, theHolding, theProject, type WorldState } from '../world-state.ts';
import { planVm } from './vm-plan.ts';

export function createVm(state: WorldState, event: EventOf<'create-vm'>): void {
  const { vm, disks } = planVm(state, event);
  theProject(state, vm.project).holdings.push(vm);
  for (const disk of disks) attach(state, disk, vm);
  if (vm.expires !== null) state.expiring.add(vm);
}

export function startVm(state: WorldState, { project, vm: id }: EventOf<'start-vm'>): void {
  const vm = holdingIn(state, project, 'vm', id, 'started', ['STOPPED']);
  refuseSuspended(state, project);
  pass(state, vm, 'starting', ['STARTING', 30, 90], 'ACTIVE');
}

/** Stops a VM; its hardware stays reserved, so it is billed as before. */
export function stopVm(state: WorldState, { project, vm: id }: EventOf<'stop-vm'>): void {
  const vm = holdingIn(state, project, 'vm', id, 'stopped', ['ACTIVE']);
  pass(state, vm, 'stopping', ['STOPPING', 30, 90], 'STOPPED');
}

/** Reboots a VM. Neither document has a state for it; the simulator shows a stop and a start, which is a guess. */
export function rebootVm(state: WorldState, { project, vm: id }: EventOf<'reboot-vm'>): void {
  const vm = holdingIn(state, project, 'vm', id, 'rebooted', ['ACTIVE']);
  refuseSuspended(state, project);
  const through = [
    ['STOPPING', takes(state, `going down ${project}/${id}`, 5, 20)],
    ['STARTING', takes(state, `coming up ${project}/${id}`, 15, 60)],
  ] as const;
  vm.life = enter(vm.life, state.at, through, 'ACTIVE');
}

/** Deletes a VM for good with its boot disk. Storage disks are detached and still billed. */
export function terminateVm(state: WorldState, { project, vm: id }: EventOf<'terminate-vm'>): void {
  deleteVm(
    state,
    holdingIn(state, project, 'vm', id, 'terminated', ['ACTIVE', 'STOPPED', 'SUSPENDED', 'FAILED']),
  );
}

/** Deletes a VM in any state, unless it is being deleted already. */
function deleteVm(state: WorldState, vm: Vm): void {
  state.expiring.delete(vm);
  if (stateAt(vm.life, state.at) === 'DELETING') return;
  pass(state, vm, 'deleting', ['DELETING', 30, 90], gone);
  for (const disk of present(state, vm.project, 'disk')) if (disk.vm === vm.id) letGo(state, disk);
}

export function setExpiry(state: WorldState, { project, vm: id, expires }: EventOf<'set-expiry'>): void {
  const vm = livingVm(state, project, id);
  if (expires !== null && expires <= state.at) throw invalid('expireTime', 'must be in the future');
  vm.expires = expires;
  if (expires === null) state.expiring.delete(vm);
  else state.expiring.add(vm);
}

export function commitVm(state: WorldState, event: EventOf<'commit-vm'>): void {
  const { project, vm: id, term, isEndShown } = event;
  const vm = livingVm(state, project, id);
  const commitment = recommitted(vm, state.at, term);
  refuseCommitted(vm, state.at);
  recommit(vm, state.at, commitment && { ...commitment, isEndShown });
}

export function setMetadata(state: WorldState, event: EventOf<'set-metadata'>): void {
  const vm = theHolding(state, event.project, 'vm', event.vm);
  vm.metadata = event.merge ? { ...vm.metadata, ...event.metadata } : event.metadata;
}

export function putVmInState(state: WorldState, event: EventOf<'enter-state'>): void {
  const vm = theHolding(state, event.project, 'vm', event.vm);
  vm.life = enter(vm.life, state.at, [], event.state);
}

export function setWorkload(state: WorldState, { project, vm: id, workload }: EventOf<'set-workload'>): void {
  const vm = theHolding(state, project, 'vm', id);
  vm.workloads = [...vm.workloads, { at: state.at, workload }];
}

function livingVm(state: WorldState, project: ProjectId, id: VmId): Vm {
  const vm = theHolding(state, project, 'vm', id);
  if (stateAt(vm.life, state.at) === 'DELETING') {
    throw new Refusal('wrong-state', `VM ${id} is being deleted`);
  }
  return vm;
}

/** Resizes a VM; the new size is billed from now. */
export function resizeVm(state: WorldState, event: EventOf<'resize-vm'>): void {
  const { project, vm: id } = event;
  const vm = holdingIn(state, project, 'vm', id, 'resized', ['STOPPED']);
  const size = {
    ...vm.size,
    vcpus: event.vcpus ?? vm.size.vcpus,
    memoryGib: event.memoryGib ?? vm.size.memoryGib,
  };
  refuseWrong([...sizeWrong('vcpus', size.vcpus, 1), ...sizeWrong('memoryGib', size.memoryGib, 1)]);
  refuseSuspended(state, project);
  reprice(state, vm, size);
  pass(state, vm, 'resizing', ['RESIZING', 20, 60], 'STOPPED');
}

/** Enlarges a disk; it cannot shrink, since its contents would be lost. */
export function resizeDisk(state: WorldState, event: EventOf<'resize-disk'>): void {
  const { project, vm: of, disk: id, sizeGib } = event;
  const vm = holdingIn(state, project, 'vm', of, 'given a larger disk', ['ACTIVE', 'STOPPED']);
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

/** Updates the price of a VM; a price of a script stays. */
function reprice(state: WorldState, vm: Vm, size: Size): void {
  const type = catalogue[vm.machineType];
  const priced: VmPrice = vm.priced.parts !== null && type ? priceOf(type, size) : vm.priced;
  relist(vm, state.at, priced.total);
  vm.size = size;
  vm.priced = priced;
}

/** Returns when the next VM expires; `null` for never. */
export function nextExpiry({ expiring }: WorldState): Instant | null {
  let next: Instant | null = null;
  for (const { expires } of expiring) {
    if (expires !== null) next = earliest(next ?? expires, expires);
  }
  return next;
}

/** Deletes the expired VMs, in any state. */
export function deleteExpired(state: WorldState): void {
  for (const vm of state.expiring) if (vm.expires !== null && vm.expires <= state.at) deleteVm(state, vm);
}
