import { type HourlyPrice, hourlyPrice } from '../../../../model/money/money.ts';
import { catalogue, type MachineType, priceOf, publicImages, type VmPrice } from '../catalogue.ts';
import { Nic } from '../events/vm-events.ts';
import { type Disk, type ImageSource, sizeAt, type Vm } from '../holding.ts';
import { enter, stateAt } from '../life.ts';
import { pricedAt } from '../money/commitment.ts';
import { refuseUnfunded } from '../money/standing.ts';
import {
  dataCenterWrong,
  isOffered,
  nameWrong,
  Refusal,
  refuseWrong,
  sizeWrong,
  type Wrong,
  wrongIf,
} from '../refusal.ts';
import { bootDiskId, refuseUnready } from '../storage/disk-life.ts';
import type { EventOf } from '../world-event.ts';
import { find, heldBy, refuseTwin, takes, theProject, type WorldState } from '../world-state.ts';

type Order = EventOf<'create-vm'>;
/** A VM that can be created now, with its storage disks. */
type VmPlan = { readonly vm: Vm; readonly disks: readonly Disk[] };

/** Plans a VM. @throws Refusal with all mistakes of the order, or else the obstacle. */
export function planVm(state: WorldState, order: Order): VmPlan {
  const { project, id, machineType, dataCenter } = order;
  theProject(state, project);
  const type = Object.hasOwn(catalogue, machineType) ? catalogue[machineType] : undefined;
  const image = imageOf(state, order);
  const bootDiskGib = order.bootDiskGib ?? image?.sizeGib ?? 50;
  const nics = nicsOf(order);
  const disks = disksOf(state, order);
  refuseWrong([
    ...nameWrong('vmId', id),
    ...dataCenterWrong(state, dataCenter),
    ...typeWrong(state, type, order),
    ...sizeWrong('vcpus', order.vcpus, 1),
    ...sizeWrong('memoryGib', order.memoryGib, 1),
    ...sizeWrong('gpus', order.gpus, 0),
    ...sizeWrong('bootDiskSizeGib', bootDiskGib, Math.max(1, image?.sizeGib ?? 1)),
    ...imageWrong(order, image),
    ...nicsWrong(state, order, nics),
    ...disks.wrong,
    ...wrongIf(order.expires !== null && order.expires <= state.at, 'expireTime', 'must be in the future'),
  ]);
  refuseUnfunded(state, project);
  refuseTwin(state, project, 'vm', id);
  refuseTwin(state, project, 'disk', bootDiskId(id));
  for (const disk of disks.found) refuseUnready(state, disk);
  const size = { vcpus: order.vcpus, memoryGib: order.memoryGib, gpus: order.gpus, bootDiskGib };
  const priced = pricedAs(order, type, size);
  if (order.maxPriceHr?.lt(priced.total)) {
    const excess = `${priced.total.toFixed()} an hour, more than maxPriceHr, ${order.maxPriceHr.toFixed()}`;
    throw new Refusal('wrong-state', `VM ${id} would cost ${excess}`);
  }
  const through = [
    ['PENDING', takes(state, `pending ${project}/${id}`, 5, 15)],
    ['CLONING', takes(state, `cloning ${project}/${id}`, 30, 90)],
  ] as const;
  const held = heldBy(state, order);
  const vm: Vm = {
    kind: 'vm',
    id,
    ...held,
    ...pricedAt(state.at, priced.total, 1, priced.parts === null ? 'its own' : held.commitment),
    life: enter([], state.at, through, 'ACTIVE'),
    machineType,
    size,
    priced,
    image: image ?? { kind: 'public', id: 'ubuntu-2404' },
    nics,
    expires: order.expires,
    metadata: order.metadata,
    workloads: [{ at: state.at, workload: order.workload }],
  };
  return { vm, disks: disks.found };
}

function typeWrong(state: WorldState, type: MachineType | undefined, order: Order): Wrong[] {
  const { machineType, dataCenter, gpus } = order;
  const field = 'machineType';
  if (!type) return [{ field, description: `${machineType} does not exist` }];
  if (state.dataCenters.has(dataCenter) && !isOffered(state, dataCenter, machineType)) {
    return [{ field, description: `${machineType} is not offered in ${dataCenter}` }];
  }
  if (gpus > 0 && !type.gpu) return [{ field: 'gpus', description: `${machineType} has no GPUs` }];
  return [];
}

type FoundImage = ImageSource & { readonly sizeGib: number; readonly dataCenter: string | null };

/** Returns the image; a private one takes precedence over a public one of the same name. */
function imageOf(state: WorldState, { project, image: id }: Order): FoundImage | undefined {
  if (id === undefined) return undefined;
  const own = find(state, project, 'image', id);
  if (own && stateAt(own.life, state.at) === 'READY') {
    return { kind: 'private', id, sizeGib: sizeAt(own, state.at), dataCenter: own.dataCenter };
  }
  const image = publicImages.get(id);
  return image && { kind: 'public', id, sizeGib: image.sizeGib, dataCenter: null };
}

function imageWrong({ image: id, dataCenter }: Order, image: FoundImage | undefined): Wrong[] {
  const field = 'bootDiskImageId';
  if (id !== undefined && !image) return [{ field, description: `${id} does not exist, or is not READY` }];
  const elsewhere = image?.dataCenter ?? dataCenter;
  return elsewhere === dataCenter ? [] : [{ field, description: `${id} is in ${elsewhere}` }];
}

function disksOf(state: WorldState, { project, disks, dataCenter }: Order) {
  const existing: Disk[] = [];
  const wrong: Wrong[] = [];
  for (const [nth, id] of disks.entries()) {
    const disk = find(state, project, 'disk', id);
    const field = `storageDiskIds.${nth}`;
    if (!disk) wrong.push({ field, description: `${id} does not exist` });
    else if (existing.includes(disk)) wrong.push({ field, description: `${id} is named twice` });
    else if (disk.dataCenter !== dataCenter) {
      wrong.push({ field, description: `${id} is in ${disk.dataCenter}` });
    } else existing.push(disk);
  }
  return { found: existing, wrong };
}

function pricedAs(order: Order, type: MachineType | undefined, size: Vm['size']): VmPrice {
  const total: HourlyPrice = order.priceHr ?? hourlyPrice('0');
  return order.priceHr === undefined && type ? priceOf(type, size) : { total, parts: null };
}

type NicOrder = EventOf<'create-vm'>;

/** Returns the default network of a data center. */
const defaultNetwork = (dataCenter: string): string => `default-${dataCenter}`;

/**
 * Returns the network interfaces, each with its network. The order's own security groups count only without
 * interfaces.
 */
function nicsOf({ nics, securityGroups, dataCenter }: NicOrder): Nic[] {
  const requests = nics.length === 0 ? [Nic.parse({ securityGroupIds: securityGroups })] : nics;
  return requests.map((nic) => ({ ...nic, networkId: nic.networkId || defaultNetwork(dataCenter) }));
}

function nicsWrong(state: WorldState, order: NicOrder, nics: readonly Nic[]): Wrong[] {
  return nics.flatMap(({ networkId, securityGroupIds }, nth) => {
    const isImplied = order.nics.length === 0;
    const groups = isImplied ? 'securityGroupIds' : `nics.${nth}.securityGroupIds`;
    return [
      ...networkWrong(state, order, `nics.${nth}.networkId`, networkId),
      ...securityGroupIds.flatMap((id, index) => groupWrong(state, order, `${groups}.${index}`, id)),
    ];
  });
}

function networkWrong(
  state: WorldState,
  { project, dataCenter }: NicOrder,
  field: string,
  id: string,
): Wrong[] {
  if (id === defaultNetwork(dataCenter)) return [];
  const network = find(state, project, 'network', id);
  if (!network) return [{ field, description: `${id} does not exist` }];
  if (network.dataCenter !== dataCenter) return [{ field, description: `${id} is in ${network.dataCenter}` }];
  const current = stateAt(network.life, state.at);
  return current === 'ACTIVE' ? [] : [{ field, description: `${id} is ${current}, and not ACTIVE` }];
}

function groupWrong(
  state: WorldState,
  { project, dataCenter }: NicOrder,
  field: string,
  id: string,
): Wrong[] {
  const group = theProject(state, project).securityGroups.get(id);
  if (!group) return [{ field, description: `${id} does not exist` }];
  return group.dataCenter === dataCenter ? [] : [{ field, description: `${id} is in ${group.dataCenter}` }];
}
