import type * as z from 'zod';
import { computeSpan, isoInstant } from '../../model/time/time.ts';
import type {
  Releases,
  Cluster as WireCluster,
  Endpoint as WireEndpoint,
  NetworkVolume as WireVolume,
  Workers,
} from './wire/estate.ts';
import type { Pod as WirePod } from './wire/pod.ts';
import { podRates } from './world/charges.ts';
import { gaugesOf } from './world/gauges.ts';
import { drawId } from './world/ids.ts';
import { actionsOf } from './world/pods.ts';
import {
  type Cluster,
  type Endpoint,
  isCharged,
  type NetworkVolume,
  type Pod,
  type State,
  statusOf,
  workersOf,
} from './world/state.ts';
import { gpuTypes, toHourly } from './world/tariff.ts';

/** Returns a pod as the API shows it. Its price is that of its GPUs and CPUs alone. */
export function podReply(state: State, pod: Pod): WirePod {
  const status = statusOf(pod);
  const { compute, storage, cluster } = pod;
  const { gpu, cpu } = podRates(pod, status);
  const isOn = isCharged(status) && status !== 'PROVISIONING';
  const started = pod.life.findLast((phase) => phase.status === 'STARTING')?.at;
  const host = `${pod.id}-64411eb2`;
  return {
    id: pod.id,
    name: pod.name,
    image: pod.image,
    args: pod.args,
    disk: pod.disk,
    env: { ...pod.env },
    ports: [...pod.ports],
    registry: pod.registry,
    status,
    actions: [...actionsOf(pod)],
    mounts: {
      ...(storage.kind === 'volume' && { persistent: { size: storage.gb, path: '/workspace' } }),
      ...(storage.kind === 'network' && { network: [{ volumeId: storage.id, path: '/workspace' }] }),
    },
    ...(compute.kind === 'gpu'
      ? { gpu: { id: compute.id, count: compute.count } }
      : { cpu: { id: compute.id, vcpuCount: compute.vcpus, memory: compute.vcpus * 2 } }),
    cloud: 'SECURE',
    dataCenterId: pod.dataCenter,
    cudaVersion: compute.kind === 'gpu' ? '12.8' : null,
    ssh: {
      proxy: isOn
        ? { host: 'ssh.runpod.io', port: 22, username: host, command: `ssh ${host}@ssh.runpod.io` }
        : null,
      direct: null,
    },
    ...(cluster && { cluster: { ...cluster } }),
    template: null,
    cost: toHourly(gpu + cpu),
    locked: pod.locked,
    globalNetworking: { enabled: false },
    runtime: status === 'RUNNING' ? runtimeOf(state, pod) : null,
    createdAt: isoInstant(pod.createdAt),
    startedAt: started === undefined ? null : isoInstant(started),
  };
}

function runtimeOf(state: State, pod: Pod): NonNullable<WirePod['runtime']> {
  const { gpus, cpu, memory } = gaugesOf(state, pod, state.at);
  const since = pod.life.at(-1)?.at ?? state.at;
  return {
    uptime: Math.floor(computeSpan(since, state.at) / 1_000),
    gpus: gpus.map((gpu) => ({ ...gpu })),
    cpu: { util: cpu },
    memory: { util: memory },
    ports: [],
  };
}

export const volumeReply = ({
  id,
  name,
  gb,
  dataCenter,
  type,
}: NetworkVolume): z.input<typeof WireVolume> => ({
  id,
  name,
  size: gb,
  dataCenter,
  type,
});

export function clusterReply(state: State, { id, name, createdAt }: Cluster): z.input<typeof WireCluster> {
  const pods = podsOfCluster(state, id);
  const [first] = pods;
  const byStatus: Partial<Record<WirePod['status'], number>> = {};
  for (const pod of pods) byStatus[statusOf(pod)] = (byStatus[statusOf(pod)] ?? 0) + 1;
  const compute = first?.compute.kind === 'gpu' ? first.compute : { id: 'unknown', count: 1 };
  return {
    id,
    name,
    type: 'TRAINING',
    compute: { gpuTypeId: compute.id, gpuCountPerPod: compute.count, podCount: Math.max(2, pods.length) },
    pods: { total: pods.length, byStatus },
    ...(first && { dataCenterId: first.dataCenter, primary: { podId: first.id, status: statusOf(first) } }),
    createdAt: isoInstant(createdAt),
  };
}

export const podsOfCluster = (state: State, cluster: string): Pod[] =>
  podsNow(state).filter((pod) => pod.cluster?.id === cluster);
/** Returns the pods that are listed: terminated ones are not. */
export const podsNow = (state: State): Pod[] =>
  [...state.pods.values()].filter((pod) => statusOf(pod) !== 'TERMINATED');

const workerImage = 'runpod/worker';

export const endpointReply = (endpoint: Endpoint): z.input<typeof WireEndpoint> => ({
  id: endpoint.id,
  name: endpoint.name,
  type: 'QUEUE',
  image: workerImage,
  args: '',
  disk: 20,
  env: {},
  ports: [],
  registry: null,
  gpu: {
    pools: [gpuTypes.get(endpoint.gpu)?.pool ?? endpoint.gpu],
    count: 1,
    allowedCudaVersions: [],
    minCudaVersion: null,
  },
  workers: { min: 0, max: endpoint.workersMax, idleTimeout: 5 },
  scaling: { type: 'QUEUE_DELAY', queueDelay: 4 },
  dataCenterIds: [],
  networkVolumes: [...endpoint.volumes],
  timeout: 600_000,
  flashboot: 'FLASHBOOT',
  createdAt: isoInstant(endpoint.createdAt),
});

/** Returns the releases of an endpoint, whose configuration has not changed since it was made. */
export function releasesReply({ seed }: State, endpoint: Endpoint): z.input<typeof Releases> {
  const count = workersOf(endpoint);
  return {
    endpointVersion: 1,
    rollout: {
      inProgress: false,
      workersOnLatest: count,
      workersTotal: count,
      percentOnLatest: count > 0 ? 100 : 0,
    },
    releases: [
      {
        id: drawId(seed, 'release', 0, endpoint.id),
        version: 1,
        source: 'MANUAL',
        buildId: null,
        createdByUserId: `user_${drawId(seed, 'user')}`,
        workerCount: count,
        createdAt: isoInstant(endpoint.createdAt),
        diff: [],
      },
    ],
  };
}

export function workersReply({ seed, at }: State, endpoint: Endpoint): z.input<typeof Workers> {
  const count = workersOf(endpoint);
  const since = endpoint.workers.at(-1)?.at ?? at;
  return {
    workers: Array.from({ length: count }, (_, index) => ({
      id: drawId(seed, 'worker', index, endpoint.id),
      status: 'RUNNING',
      isStale: false,
      version: 1,
      gpuCount: 1,
      image: workerImage,
      uptimeSeconds: Math.floor(computeSpan(since, at) / 1_000),
      gpuTypeId: endpoint.gpu,
      dataCenterId: 'US-KS-2',
      startedAt: isoInstant(since),
    })),
    summary: { running: count, idle: 0, initializing: 0, throttled: 0, unhealthy: 0, total: count },
  };
}
