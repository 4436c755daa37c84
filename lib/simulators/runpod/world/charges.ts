import { type Instant, latest } from '../../../model/time/time.ts';
import type { PodStatus } from '../wire/pod.ts';
import {
  type Endpoint,
  isCharged,
  type NetworkVolume,
  type Pod,
  type State,
  statusOf,
  workersOf,
} from './state.ts';
import {
  type Amount,
  containerDisk,
  gpuTypes,
  hourly,
  networkVolume,
  vcpuMicros,
  volumeDisk,
} from './tariff.ts';

/** The cost of a pod for each second in a status, by the parts of its records. */
export function podRates(pod: Pod, status: PodStatus): { gpu: Amount; cpu: Amount; disk: Amount } {
  const { compute, storage, disk } = pod;
  if (status === 'TERMINATED') return { gpu: 0n, cpu: 0n, disk: 0n };
  const isOn = isCharged(status);
  const volume = storage.kind === 'volume' ? volumeDisk(storage.gb, !isOn) : 0n;
  const gpu =
    compute.kind === 'gpu' ? hourly((gpuTypes.get(compute.id)?.micros ?? 0n) * BigInt(compute.count)) : 0n;
  const cpu = compute.kind === 'cpu' ? hourly(vcpuMicros * BigInt(compute.vcpus)) : 0n;
  return isOn ? { gpu, cpu, disk: containerDisk(disk) + volume } : { gpu: 0n, cpu: 0n, disk: volume };
}

/** The cost of an endpoint's worker for each second. */
const workerRate = ({ gpu }: Endpoint): Amount => hourly(gpuTypes.get(gpu)?.micros ?? 0n);
export const volumeRate = ({ type, gb }: NetworkVolume): Amount => networkVolume(type, gb);

/** Returns what is spent each second now. */
export function rateNow(state: State): Amount {
  let rate = 0n;
  for (const pod of state.pods.values()) {
    const { gpu, cpu, disk } = podRates(pod, statusOf(pod));
    rate += gpu + cpu + disk;
  }
  for (const endpoint of state.endpoints.values()) rate += workerRate(endpoint) * BigInt(workersOf(endpoint));
  for (const volume of state.volumes.values()) if (volume.deletedAt === null) rate += volumeRate(volume);
  return rate;
}

/** The charge of one resource in an interval, by the parts of its records. */
export type Charged = Readonly<Record<string, Amount>>;

export type Charges = {
  readonly pods: ReadonlyMap<string, Charged>;
  readonly clusters: ReadonlyMap<string, Charged>;
  readonly serverless: ReadonlyMap<string, Charged>;
  readonly networkVolumes: ReadonlyMap<string, Charged>;
};

/** Returns the charges from an instant until another, in the world as it was lived. */
export function chargesIn({ pods, endpoints, volumes, at }: State, from: Instant, until: Instant): Charges {
  const ofPods = new Map<string, Charged>();
  const ofClusters = new Map<string, Charged>();
  const ofServerless = new Map<string, Charged>();
  const ofVolumes = new Map<string, Charged>();
  const end = Math.min(until, at);
  for (const pod of pods.values()) {
    const sum = { gpuAmount: 0n, cpuAmount: 0n, diskAmount: 0n };
    for (const [index, phase] of pod.life.entries()) {
      const time = secondsIn(phase.at, pod.life[index + 1]?.at ?? end, from, end);
      const { gpu, cpu, disk } = podRates(pod, phase.status);
      sum.gpuAmount += gpu * time;
      sum.cpuAmount += cpu * time;
      sum.diskAmount += disk * time;
    }
    if (pod.cluster === null) put(ofPods, pod.id, sum);
    else put(ofClusters, pod.cluster.id, { gpuAmount: sum.gpuAmount, diskAmount: sum.diskAmount });
  }
  for (const endpoint of endpoints.values()) {
    let gpuAmount = 0n;
    for (const [index, { at: since, count }] of endpoint.workers.entries()) {
      const time = secondsIn(since, endpoint.workers[index + 1]?.at ?? end, from, end);
      gpuAmount += workerRate(endpoint) * BigInt(count) * time;
    }
    put(ofServerless, endpoint.id, { gpuAmount });
  }
  for (const volume of volumes.values()) {
    const time = secondsIn(volume.createdAt, volume.deletedAt ?? end, from, end);
    const part = volume.type === 'STANDARD' ? 'standardAmount' : 'highPerformanceAmount';
    put(ofVolumes, volume.id, { [part]: volumeRate(volume) * time });
  }
  return { pods: ofPods, clusters: ofClusters, serverless: ofServerless, networkVolumes: ofVolumes };
}

function put(into: Map<string, Charged>, id: string, charged: Charged): void {
  if (Object.values(charged).every((amount) => amount === 0n)) return;
  const charges = into.get(id) ?? {};
  const parts = new Set([...Object.keys(charges), ...Object.keys(charged)]);
  into.set(
    id,
    Object.fromEntries([...parts].map((part) => [part, (charges[part] ?? 0n) + (charged[part] ?? 0n)])),
  );
}

/** Returns the whole seconds that two times share. */
const secondsIn = (since: number, to: number, from: number, until: number): bigint =>
  BigInt(Math.max(0, Math.floor((Math.min(to, until) - Math.max(since, from)) / 1_000)));

/** Returns the charges of all time up to an instant, which is not before that of the settled sum. */
export function chargedUntil(state: State, until: Instant): Amount {
  const { at, amount } = state.settled;
  let sum = amount;
  for (const family of Object.values(chargesIn(state, at, latest(at, until))))
    for (const charged of family.values()) for (const part of Object.values(charged)) sum += part;
  return sum;
}
