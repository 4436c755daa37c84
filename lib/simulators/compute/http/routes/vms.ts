import { isoInstant } from '../../../../model/time/time.ts';
import { contract as cloud } from '../../contract/contract.ts';
import { vmReply } from '../../replies/vm.ts';
import { planVm } from '../../world/compute/vm-plan.ts';
import { CreateVm } from '../../world/events/vm-events.ts';
import { present, theHolding } from '../../world/world-state.ts';
import { done, list, performs, type Route, shownAs, shows, single } from '../route.ts';
import { expiryOf, vmOrder } from '../vm-order.ts';

const vms = shownAs('vm', vmReply);

export const vmRoutes = {
  createVm: single(cloud.createVm, (world, { projectId }, body, caller) => {
    const order = vmOrder(projectId, caller.email, body, world.state().at);
    if (body.validateOnly) {
      const state = world.state();
      return { id: body.vmId, vm: vmReply(state, planVm(state, CreateVm.parse(order)).vm) };
    }
    world.perform(order);
    return { id: body.vmId, vm: vms.one(world.state(), { projectId, id: body.vmId }) };
  }),
  listVms: list(cloud.listVms, (state, { projectId, status, networkId }) =>
    present(state, projectId, 'vm')
      .filter((vm) => networkId === undefined || vm.nics.some((nic) => nic.networkId === networkId))
      .map((vm) => vmReply(state, vm))
      .filter((reply) => status === undefined || reply.state === status),
  ),
  getVm: shows(cloud.getVm, (state, input) => ({ VM: vms.one(state, input) })),
  countVms: shows(cloud.countVms, (state, { projectId }) => ({
    count: present(state, projectId, 'vm').length,
  })),
  monitorVm: list(cloud.monitorVm, (_state, { projectId, id }, _caller, world) =>
    world.monitor(projectId, id),
  ),
  startVm: performs(cloud.startVm, (vm) => ({ kind: 'start-vm', vm })),
  stopVm: performs(cloud.stopVm, (vm) => ({ kind: 'stop-vm', vm })),
  rebootVm: performs(cloud.rebootVm, (vm) => ({ kind: 'reboot-vm', vm })),
  terminateVm: performs(cloud.terminateVm, (vm) => ({ kind: 'terminate-vm', vm })),
  setVmMetadata: single(cloud.setVmMetadata, (world, { projectId, id }, { metadata, merge = false }) => {
    world.perform({ kind: 'set-metadata', project: projectId, vm: id, metadata, merge });
    return { metadata: theHolding(world.state(), projectId, 'vm', id).metadata };
  }),
  /** Without a time or a span, the VM never expires. */
  setVmExpireTime: single(cloud.setVmExpireTime, (world, { projectId, id }, body) => {
    const expires = expiryOf(body, world.state().at);
    world.perform({ kind: 'set-expiry', project: projectId, vm: id, expires });
    return expires === null ? done : { expireTime: isoInstant(expires) };
  }),
  resizeVm: single(cloud.resizeVm, (world, { projectId, id, vcpus, memoryGib }) => {
    world.perform({ kind: 'resize-vm', project: projectId, vm: id, vcpus, memoryGib });
    return { vm: vms.one(world.state(), { projectId, id }) };
  }),
  commitVm: performs(cloud.commitVm, (vm, { commitmentTerm: term = '' }) => ({
    kind: 'commit-vm',
    vm,
    term,
  })),
} as const satisfies Record<string, Route>;
