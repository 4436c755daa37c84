import type * as z from 'zod';
import type { ProjectId } from '../../../model/ids.ts';
import { isoInstant } from '../../../model/time/time.ts';
import { contract as cloud } from '../../contract/contract.ts';
import { wirePrice } from '../../replies/decimal.ts';
import type { ComputeOrder, PlacedOrder } from '../../wire/vm-bodies.ts';
import type { Size } from '../../world/catalogue.ts';
import { keySourceWrong, sizeWrong } from '../../world/checks.ts';
import { offersIn, racksIn } from '../../world/compute/compute-offers.ts';
import { planVm } from '../../world/compute/vm-plan.ts';
import { CreateVm } from '../../world/events/vm-events.ts';
import { priceAt } from '../../world/holding.ts';
import { multiplied } from '../../world/money/tariff.ts';
import { Refusal, refuseWrong, type Wrong } from '../../world/refusal.ts';
import type { World } from '../../world/world.ts';
import type { WorldState } from '../../world/world-state.ts';
import type { Caller } from '../caller.ts';
import { type Route, single } from '../route.ts';

type Body = z.output<typeof ComputeOrder>;

/** More at once is a slip of the finger. */
const most = 100;

/**
 * The way to order VMs before they could be created: so many of an offer, all of them or none. The size is
 * the offer's where the body gives none. Several are told apart by a number after the name.
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

/** By the id of an offer (the first search) or of a host configuration (the second), which comes in any size. */
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
