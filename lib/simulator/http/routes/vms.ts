import { isoInstant } from '../../../model/time/time.ts';
import { contract as cloud } from '../../contract/contract.ts';
import { vmReply } from '../../replies/vm.ts';
import { planVm } from '../../world/compute/vm-plan.ts';
import { CreateVm } from '../../world/events/vm-events.ts';
import { secretFor } from '../../world/identity/secret.ts';
import { stateAt } from '../../world/life.ts';
import { Refusal } from '../../world/refusal.ts';
import { present, theHolding } from '../../world/world-state.ts';
import { done, list, type Route, single } from '../route.ts';
import { expiryOf, vmOrder } from '../vm-order.ts';

export const vmRoutes = {
  createVm: single(cloud.createVm, (world, { projectId }, body, caller) => {
    const order = vmOrder(projectId, caller.email, body, world.state().at);
    if (body.validateOnly) {
      const state = world.state();
      return { id: body.vmId, vm: vmReply(state, planVm(state, CreateVm.parse(order)).vm) };
    }
    world.perform(order);
    const state = world.state();
    return { id: body.vmId, vm: vmReply(state, theHolding(state, projectId, 'vm', body.vmId)) };
  }),
  listVms: list(cloud.listVms, (world, { projectId, status, networkId }) => {
    const state = world.state();
    return present(state, projectId, 'vm')
      .filter((vm) => networkId === undefined || vm.nics.some((nic) => nic.networkId === networkId))
      .map((vm) => vmReply(state, vm))
      .filter((reply) => status === undefined || reply.state === status);
  }),
  getVm: single(cloud.getVm, (world, { projectId, id }) => {
    const state = world.state();
    return { VM: vmReply(state, theHolding(state, projectId, 'vm', id)) };
  }),
  countVms: single(cloud.countVms, (world, { projectId }) => ({
    count: present(world.state(), projectId, 'vm').length,
  })),
  /** A console on a VM that runs. The token is another one with every second. */
  connectVm: single(cloud.connectVm, (world, { projectId, id, connectionId = '' }) => {
    const state = world.state();
    const vm = theHolding(state, projectId, 'vm', id);
    const current = stateAt(vm.life, state.at);
    if (current !== 'ACTIVE') throw new Refusal('wrong-state', `VM ${id} is ${current}, and not ACTIVE`);
    const path = [projectId, id].map(encodeURIComponent).join('/');
    return {
      connectUrl: `wss://console.${vm.dataCenter}.example.com/${path}`,
      token: secretFor(state, 'console', projectId, id, connectionId),
    };
  }),
  monitorVm: list(cloud.monitorVm, (world, { projectId, id }) => world.monitor(projectId, id)),
  startVm: single(cloud.startVm, (world, { projectId, id }) => {
    world.perform({ kind: 'start-vm', project: projectId, vm: id });
    return done;
  }),
  stopVm: single(cloud.stopVm, (world, { projectId, id }) => {
    world.perform({ kind: 'stop-vm', project: projectId, vm: id });
    return done;
  }),
  rebootVm: single(cloud.rebootVm, (world, { projectId, id }) => {
    world.perform({ kind: 'reboot-vm', project: projectId, vm: id });
    return done;
  }),
  terminateVm: single(cloud.terminateVm, (world, { projectId, id }) => {
    world.perform({ kind: 'terminate-vm', project: projectId, vm: id });
    return done;
  }),
  setVmMetadata: single(cloud.setVmMetadata, (world, { projectId, id }, { metadata, merge = false }) => {
    world.perform({ kind: 'set-metadata', project: projectId, vm: id, metadata, merge });
    return { metadata: theHolding(world.state(), projectId, 'vm', id).metadata };
  }),
  /** Neither a time nor a span: it stays for good. */
  setVmExpireTime: single(cloud.setVmExpireTime, (world, { projectId, id }, body) => {
    const expires = expiryOf(body, world.state().at);
    world.perform({ kind: 'set-expiry', project: projectId, vm: id, expires });
    return expires === null ? done : { expireTime: isoInstant(expires) };
  }),
  resizeVm: single(cloud.resizeVm, (world, { projectId, id, vcpus, memoryGib }) => {
    world.perform({ kind: 'resize-vm', project: projectId, vm: id, vcpus, memoryGib });
    const state = world.state();
    return { vm: vmReply(state, theHolding(state, projectId, 'vm', id)) };
  }),
  commitVm: single(cloud.commitVm, (world, { projectId, id }, { commitmentTerm = '' }) => {
    world.perform({ kind: 'commit-vm', project: projectId, vm: id, term: commitmentTerm });
    return done;
  }),
} as const satisfies Record<string, Route>;
