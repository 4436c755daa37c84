import type * as z from 'zod';
import type { ProjectId } from '../../../../model/ids.ts';
import { isoInstant } from '../../../../model/time/time.ts';
import { contract as cloud } from '../../contract/contract.ts';
import { wirePrice } from '../../replies/values.ts';
import { vmReply } from '../../replies/vm.ts';
import type { ComputeOrder, PlacedOrder } from '../../wire/vm.ts';
import type { Size } from '../../world/catalogue.ts';
import { offersIn, racksIn } from '../../world/compute/compute-offers.ts';
import { planVm } from '../../world/compute/vm-plan.ts';
import { CreateVm } from '../../world/events/vm-events.ts';
import { priceAt } from '../../world/holding.ts';
import { secretFor } from '../../world/identity/identity.ts';
import { multiplied } from '../../world/money/tariff.ts';
import { keySourceWrong, Refusal, refuseWrong, sizeWrong, type Wrong } from '../../world/refusal.ts';
import type { World } from '../../world/world.ts';
import { holdingIn, present, theHolding, type WorldState } from '../../world/world-state.ts';
import type { Caller } from '../access.ts';
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
  /** The VM must be running. The token changes every second. */
  connectVm: shows(cloud.connectVm, (state, { projectId, id, connectionId = '' }) => {
    const vm = holdingIn(state, projectId, 'vm', id, 'connected to', ['ACTIVE']);
    const path = [projectId, id].map(encodeURIComponent).join('/');
    return {
      connectUrl: `wss://console.${vm.dataCenter}.example.com/${path}`,
      token: secretFor(state, 'console', projectId, id, connectionId),
    };
  }),
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

type Body = z.output<typeof ComputeOrder>;

/** The most VMs of one order; more is likely a mistake. */
const most = 100;

/**
 * Orders VMs as before they could be created: several of an offer, all or none. The size is the offer's by default.
 * Several VMs get a number after their name.
 */
function place(
  world: World,
  { projectId, id }: { readonly projectId: ProjectId; readonly id: string },
  body: Body,
  { email }: Caller,
): z.input<typeof PlacedOrder> {
  const state = world.state();
  const { size, ...where } = offered(state, id);
  refuseWrong(orderWrong(body));
  const { vmId = '', quantity = 1, vcpu, memoryGib, gpuQuantity, osId, bootDisk } = body;
  const orders = Array.from({ length: quantity }, (_, index) => ({
    kind: 'create-vm' as const,
    project: projectId,
    by: email,
    id: quantity === 1 ? vmId : `${vmId}-${index + 1}`,
    ...where,
    vcpus: vcpu ?? size.vcpus,
    memoryGib: memoryGib ?? size.memoryGib,
    gpus: gpuQuantity ?? size.gpus,
    bootDiskGib: bootDisk?.sizeGib ?? size.bootDiskGib,
    ...(osId !== undefined && { image: osId }),
  }));
  const [first] = orders.map((order) => planVm(state, CreateVm.parse(order)).vm);
  for (const order of orders) world.perform(order);
  return {
    order: {
      id: `${vmId}-${state.at / 1_000}`,
      computeId: id,
      projectId,
      vmIds: orders.map((order) => order.id),
      quantity,
      createTime: isoInstant(state.at),
      ...(first && { priceHr: wirePrice(multiplied(priceAt(first, state.at), quantity)) }),
    },
  };
}

function orderWrong({ vmId, quantity = 1, sshKeySource = 'SSH_KEY_SOURCE_UNKNOWN' }: Body): Wrong[] {
  return [
    ...(vmId ? [] : [{ field: 'vmId', description: 'is required' }]),
    ...sizeWrong('quantity', quantity, 1),
    ...(quantity > most ? [{ field: 'quantity', description: `must be ${most} at most` }] : []),
    ...keySourceWrong(sshKeySource),
  ];
}

const smallest: Size = { vcpus: 1, memoryGib: 1, gpus: 0, bootDiskGib: 50 };

/** Finds an offer (of the first search) or a host configuration (of the second, in any size) by its id. */
function offered(state: WorldState, id: string) {
  const offer = offersIn(state).find((one) => one.id === id);
  const rack = offer ?? racksIn(state).find((one) => `${one.dataCenter.id}.${one.machineType}` === id);
  if (!rack) throw new Refusal('not-found', `compute ${id} does not exist`);
  return { dataCenter: rack.dataCenter.id, machineType: rack.machineType, size: offer?.size ?? smallest };
}

export const orderRoutes = {
  orderCompute: single(cloud.orderCompute, place),
  orderComputeV2: single(cloud.orderComputeV2, place),
} as const satisfies Record<string, Route>;
