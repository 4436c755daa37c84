import type { ProjectId, VmId } from '../../../model/ids.ts';
import { catalogue, priceOf } from './catalogue.ts';
import type { Vm } from './holding.ts';
import { enter, gone, stateAt } from './life.ts';
import { Refusal } from './refusal.ts';
import type { EventOf } from './world-event.ts';
import {
  heldBy,
  present,
  refuseTwin,
  takes,
  theHolding,
  theProject,
  type WorldState,
} from './world-state.ts';

export function createVm(state: WorldState, event: EventOf<'create-vm'>): void {
  const { project, id, machineType, vcpus, memoryGib, gpus, bootDiskGib } = event;
  const type = catalogue[machineType];
  if (!type) throw new Refusal('invalid', `machine type ${machineType} does not exist`);
  if (gpus > 0 && !type.gpu) throw new Refusal('invalid', `machine type ${machineType} has no GPUs`);
  refuseTwin(state, project, 'vm', id);
  const size = { vcpus, memoryGib, gpus, bootDiskGib };
  const priced = event.priceHr ? { total: event.priceHr, parts: null } : priceOf(type, size);
  const through = [
    ['PENDING', takes(state, `pending ${project}/${id}`, 5, 15)],
    ['CLONING', takes(state, `cloning ${project}/${id}`, 30, 90)],
  ] as const;
  theProject(state, project).holdings.push({
    kind: 'vm',
    id,
    ...heldBy(state, event),
    price: priced.total,
    life: enter([], state.at, through, 'ACTIVE'),
    machineType,
    size,
    priced,
    network: `default-${event.dataCenter}`,
    metadata: event.metadata,
    workloads: [{ at: state.at, workload: event.workload }],
  });
}

export function startVm(state: WorldState, project: ProjectId, id: VmId): void {
  const vm = vmIn(state, project, id, 'started', ['STOPPED']);
  const through = [['STARTING', takes(state, `starting ${project}/${id}`, 30, 90)]] as const;
  vm.life = enter(vm.life, state.at, through, 'ACTIVE');
}

/** Its hardware stays reserved, and so it is billed as before. */
export function stopVm(state: WorldState, project: ProjectId, id: VmId): void {
  const vm = vmIn(state, project, id, 'stopped', ['ACTIVE']);
  const through = [['STOPPING', takes(state, `stopping ${project}/${id}`, 30, 90)]] as const;
  vm.life = enter(vm.life, state.at, through, 'STOPPED');
}

/** For good, boot disk included. Storage disks are let go of, and go on being billed. */
export function terminateVm(state: WorldState, project: ProjectId, id: VmId): void {
  const vm = vmIn(state, project, id, 'terminated', ['ACTIVE', 'STOPPED', 'SUSPENDED', 'FAILED']);
  const through = [['DELETING', takes(state, `deleting ${project}/${id}`, 30, 90)]] as const;
  vm.life = enter(vm.life, state.at, through, gone);
  for (const disk of present(state, project, 'disk')) if (disk.vm === id) disk.vm = null;
}

export function putVmInState(state: WorldState, event: EventOf<'enter-state'>): void {
  const vm = theHolding(state, event.project, 'vm', event.vm);
  vm.life = enter(vm.life, state.at, [], event.state);
}

export function setWorkload(state: WorldState, { project, vm: id, workload }: EventOf<'set-workload'>): void {
  const vm = theHolding(state, project, 'vm', id);
  vm.workloads = [...vm.workloads, { at: state.at, workload }];
}

/** @throws Refusal when there is no such VM, or when it is in another state than these. */
function vmIn(state: WorldState, project: ProjectId, id: VmId, done: string, states: readonly string[]): Vm {
  const vm = theHolding(state, project, 'vm', id);
  const current = stateAt(vm.life, state.at) ?? 'UNKNOWN';
  if (states.includes(current)) return vm;
  throw new Refusal(
    'wrong-state',
    `VM ${id} is ${current}; it can be ${done} when it is ${states.join(' or ')}`,
  );
}
