import { lockLabel } from '../../../model/facts/own-metadata.ts';
import type { Activity, Resource } from '../../../model/facts/resource.ts';
import { isUnreadable, type UnreadableField } from '../../../model/facts/unreadable.ts';
import { ResourceId } from '../../../model/ids.ts';
import {
  addPrices,
  averagePrice,
  charge,
  type HourlyPrice,
  hourlyPrice,
  priceOfGib,
} from '../../../model/money/money.ts';
import type { Price } from '../../../model/money/price.ts';
import { hours, type Instant, readInstant } from '../../../model/time/time.ts';
import { counted } from '../../../model/words.ts';
import type { WireEndpoint, WireNetworkVolume, WirePod } from '../contract.ts';

/** Converts a list price of storage, in dollars for a GB and month of 730 hours. */
const gbHour = (dollars: string): HourlyPrice =>
  averagePrice(charge(hourlyPrice(dollars), hours(1)), hours(730));
const storage = {
  container: gbHour('0.10'),
  volume: gbHour('0.10'),
  volumeAtRest: gbHour('0.20'),
  network: gbHour('0.07'),
  networkBeyond: gbHour('0.05'),
  fastNetwork: gbHour('0.14'),
} as const;
/** The size in GB beyond which standard network storage is cheaper. */
const firstNetworkGb = 1_000;

/** The activity for each status. Pods that are neither stopped nor gone are charged in full, even if they never start. */
const activities: ReadonlyMap<string, Activity> = new Map([
  ['PROVISIONING', 'changing'],
  ['STARTING', 'changing'],
  ['RUNNING', 'running'],
  ['EXITED', 'stopped'],
  ['ERROR', 'failed'],
  ['TERMINATED', 'gone'],
]);

export const readPodInstant = (text: string | null | undefined): Instant | null =>
  text ? (readInstant(text) ?? null) : null;

/** The fields that no resource of this cloud has, or only some have. */
export const plain = {
  committedUntil: null,
  expiresAt: null,
  vcpus: 0,
  gpus: 0,
  gpuModel: null,
  createdBy: null,
  dataCenter: null,
  cluster: null,
  inUse: null,
  sizeGib: null,
  usedGib: null,
  keepsMemory: false,
} as const;

/** Returns a pod: a VM, or a cluster machine where it belongs to a cluster, whose pods support no actions. */
export function podResource(wire: WirePod, at: Instant): Resource {
  const pod = { ...wire, unreadable: listUnreadableFields(wire) };
  const state = pod.status || 'UNKNOWN';
  return {
    kind: pod.cluster ? 'cluster-machine' : 'vm',
    state,
    activity: readActivity(pod),
    price: podPrice(pod),
    ...plain,
    id: ResourceId.parse(pod.id),
    createdAt: readPodInstant(pod.createdAt),
    vcpus: pod.cpu?.vcpuCount ?? 0,
    gpus: countGpus(pod),
    gpuModel: pod.gpu?.id || null,
    dataCenter: pod.dataCenterId || null,
    metadata: readLabels(pod),
    ...readDiskFates(pod),
    ...(pod.unreadable.length > 0 && { unreadable: [...pod.unreadable] }),
    seenAt: at,
  };
}

/**
 * Returns the activity of a pod by its status. It is unknown if the status says stopped or gone and other fields contradict
 * it.
 */
function readActivity(pod: WirePod): Activity {
  const activity = activities.get(pod.status ?? '') ?? 'unknown';
  return isRest(activity) && signOfWork(pod) !== null ? 'unknown' : activity;
}
const isRest = (activity: Activity): boolean => activity === 'stopped' || activity === 'gone';
const isAtRest = (pod: WirePod): boolean => isRest(readActivity(pod));

/**
 * Returns the evidence that a pod is running, whatever its status; `null` without any. By the platform's document, a stopped
 * pod costs nothing and has no gauges.
 */
function signOfWork({ cost, runtime }: WirePod): string | null {
  if (Number(cost ?? 0) > 0) return `it costs ${cost} USD an hour`;
  const { uptime, cpu, gpus = [] } = runtime ?? {};
  const gauges = [uptime, cpu?.util, ...(gpus ?? []).flatMap(({ util, memoryUtil }) => [util, memoryUtil])];
  return gauges.some((gauge) => (gauge ?? 0) > 0) ? 'its gauges are shown' : null;
}

/** Returns the number of GPUs whose use a pod shows. */
const shownGpus = ({ runtime }: WirePod): number => runtime?.gpus?.length ?? 0;

/** Returns the number of GPUs of a pod. A pod that may have some counts as having one, so that a pod in use is not stopped. */
function countGpus(pod: WirePod): number {
  const { gpu, cpu } = pod;
  const stated = gpu ? (gpu.count ?? 1) : 0;
  const mayHaveSome = (!gpu && !cpu) || isUnreadable(pod, 'gpu', 'gpu.id', 'gpu.count');
  return Math.max(stated, shownGpus(pod), mayHaveSome ? 1 : 0);
}

/**
 * Returns the unreadable fields of a pod, including those that other fields contradict. By the platform's document, either
 * `gpu` or `cpu` is present, and only a stopped pod costs nothing.
 */
function listUnreadableFields(pod: WirePod): UnreadableField[] {
  const { gpu, cpu, cost, status } = pod;
  const stated = gpu ? (gpu.count ?? 1) : 0;
  const facts = [...(pod.unreadable ?? [])];
  const add = (field: string, because: string): void => {
    if (!facts.some((fact) => fact.field === field)) facts.push({ field, because });
  };
  if (!gpu && !cpu) add('gpu', 'is missing, and so is cpu');
  if (shownGpus(pod) > stated) {
    const because = `stands for ${counted(stated, 'GPU')}, while the use of ${shownGpus(pod)} is shown`;
    add(gpu ? 'gpu.count' : 'gpu', because);
  }
  const work = signOfWork(pod);
  if (work !== null && isRest(activities.get(status ?? '') ?? 'unknown'))
    add('status', `is ${status}, while ${work}`);
  if (cost != null && Number(cost) === 0 && !isAtRest(pod))
    add('cost', `is 0 in the state ${status ?? 'unknown'}`);
  return facts;
}

/**
 * Returns the labels that the spend of a pod can be attributed by. Its lock is a protection that people have set; if the
 * lock is unreadable, all labels are unknown, which protects the pod too.
 */
function readLabels({ name, template, cluster, locked }: WirePod): Resource['metadata'] {
  if (locked === null || locked === undefined) return null;
  return {
    ...(name && { name }),
    ...(template && { template }),
    ...(cluster && { cluster: cluster.id }),
    ...(locked && lockLabel),
  };
}

/** Returns what a stop of a pod erases, and whether the pod is lost at zero credit, as far as its disks are readable. */
function readDiskFates(pod: WirePod): Pick<Resource, 'erasedByStop' | 'lostAtZero'> {
  if (!pod.mounts || isUnreadable(pod, 'mounts.persistent', 'mounts.network')) return {};
  const { persistent, network } = pod.mounts;
  const hasNetworkVolume = (network ?? []).length > 0;
  if (hasNetworkVolume) return { lostAtZero: false };
  return persistent ? {} : { erasedByStop: 'its container disk, the only disk that it has' };
}

/** The fields with the sizes of a pod's disks. */
const sizes = ['disk', 'mounts', 'mounts.persistent', 'mounts.persistent.size'] as const;

/**
 * Returns the price of a pod: the quoted price of its GPUs and CPUs, and the list price of its disks. A stopped pod pays for
 * its volume alone, at twice the price. `null` if the quote or the size of a disk is unknown.
 */
function podPrice(pod: WirePod): Price | null {
  const { cost, disk, mounts } = pod;
  if (cost == null || disk == null || mounts == null || isUnreadable(pod, 'cost', ...sizes)) return null;
  const volume = mounts.persistent?.size ?? 0;
  const atRest = priceOfGib(storage.volumeAtRest, volume);
  const disks = addPrices(priceOfGib(storage.container, disk), priceOfGib(storage.volume, volume));
  const running = isAtRest(pod) ? atRest : addPrices(hourlyPrice(cost), disks);
  return { running, atRest, basis: 'listed' };
}

/** Returns a network volume, with its list price. It is billed whether a pod mounts it or not. */
export function volumeResource(volume: WireNetworkVolume, at: Instant): Resource {
  const { size } = volume;
  return {
    kind: 'volume',
    state: 'AVAILABLE',
    activity: 'running',
    price: size == null || volume.type == null ? null : listed(networkPrice(volume.type, size)),
    ...plain,
    id: volume.id,
    createdAt: null,
    dataCenter: volume.dataCenter || null,
    sizeGib: size ?? null,
    metadata: volume.name ? { name: volume.name } : {},
    ...(volume.unreadable && { unreadable: [...volume.unreadable] }),
    seenAt: at,
  };
}

function networkPrice(type: string, gb: number): HourlyPrice {
  if (type === 'HIGH_PERFORMANCE') return priceOfGib(storage.fastNetwork, gb);
  const first = Math.min(gb, firstNetworkGb);
  return addPrices(priceOfGib(storage.network, first), priceOfGib(storage.networkBeyond, gb - first));
}

export const listed = (price: HourlyPrice): Price => ({ running: price, atRest: price, basis: 'listed' });

/** Gives a stopped pod the running price of its previous observation, which its record does not show. */
export function withRunningPrice(resource: Resource, previous: ReadonlyMap<string, Resource>): Resource {
  const { price, activity, id } = resource;
  const lastPrice = previous.get(id)?.price;
  if (price === null || activity !== 'stopped' || lastPrice == null) return resource;
  return { ...resource, price: { ...price, running: lastPrice.running } };
}

/** Returns the network volumes that pods and endpoints mount; `null` if those of any are unknown. */
export function mountedVolumes(
  pods: readonly WirePod[],
  endpoints: readonly WireEndpoint[],
): ReadonlySet<string> | null {
  const isKnown =
    pods.every((pod) => pod.mounts && !isUnreadable(pod, 'mounts.network')) &&
    endpoints.every(({ networkVolumes }) => networkVolumes);
  if (!isKnown) return null;
  return new Set([
    ...pods.flatMap(({ mounts }) => (mounts?.network ?? []).map(({ volumeId }) => volumeId)),
    ...endpoints.flatMap(({ networkVolumes }) => networkVolumes ?? []),
  ]);
}
