import * as z from 'zod';
import { omissible, omissibleAs } from './omissible.ts';
import { container, PodStatus, time } from './pod.ts';

const name = z.string().min(1);
const count = z.number().int().min(0);

export const VolumeType = z.enum(['STANDARD', 'HIGH_PERFORMANCE']);
export type VolumeType = z.infer<typeof VolumeType>;

export const NetworkVolume = z.strictObject({
  id: name,
  name,
  size: z.number().int().min(10).max(4_096),
  dataCenter: name,
  type: VolumeType,
});
export const NetworkVolumes = z.strictObject({ networkVolumes: z.array(NetworkVolume) });

export const Cluster = z.strictObject({
  id: name,
  name,
  type: z.enum(['TRAINING', 'APPLICATION', 'SLURM', 'RAY']),
  compute: z.strictObject({
    gpuTypeId: name,
    gpuCountPerPod: z.number().int().min(1),
    podCount: z.number().int().min(2),
  }),
  dataCenterId: name.optional(),
  primary: z.strictObject({ podId: name, status: PodStatus }).optional(),
  pods: z.strictObject({ total: count, byStatus: z.partialRecord(PodStatus, count) }),
  createdAt: time,
});
export const Clusters = z.strictObject({ clusters: z.array(Cluster) });

export const Endpoint = z.strictObject({
  id: name,
  name,
  type: omissible(z.literal('QUEUE')),
  image: omissible(container.image),
  args: omissible(container.args),
  disk: omissible(container.disk),
  env: omissible(container.env),
  ports: omissible(container.ports),
  registry: omissible(container.registry),
  gpu: omissible(
    z.strictObject({
      pools: z.array(name),
      count: omissibleAs(z.number().int().min(1), 1),
      allowedCudaVersions: z.array(z.string()),
      minCudaVersion: z.string().nullable(),
    }),
  ),
  workers: z.strictObject({ min: count, max: count, idleTimeout: omissible(z.number().int().min(1)) }),
  scaling: z.strictObject({ type: z.literal('QUEUE_DELAY'), queueDelay: z.number().min(0.5) }),
  dataCenterIds: z.array(name),
  networkVolumes: z.array(name),
  timeout: count,
  flashboot: z.enum(['OFF', 'FLASHBOOT', 'PRIORITY_FLASHBOOT']),
  createdAt: time,
});
export const Endpoints = z.strictObject({ endpoints: z.array(Endpoint) });

const Worker = z.strictObject({
  id: name,
  status: z.enum(['RUNNING', 'IDLE', 'INITIALIZING', 'THROTTLED', 'UNHEALTHY']),
  isStale: z.boolean(),
  version: omissible(count.nullable()),
  gpuCount: count,
  image: omissible(z.string().nullable()),
  uptimeSeconds: omissible(count.nullable()),
  gpuTypeId: omissible(name.nullable()),
  dataCenterId: omissible(name.nullable()),
  startedAt: omissible(time.nullable()),
});
export const Workers = z.strictObject({
  workers: z.array(Worker),
  summary: z.strictObject({
    running: count,
    idle: count,
    initializing: count,
    throttled: count,
    unhealthy: count,
    total: count,
  }),
});

export const Releases = z.strictObject({
  endpointVersion: count.nullable(),
  rollout: z.strictObject({
    inProgress: z.boolean(),
    workersOnLatest: count,
    workersTotal: count,
    percentOnLatest: count.max(100),
  }),
  releases: z.array(
    z.strictObject({
      id: name,
      version: omissible(count.nullable()),
      source: z.enum(['GIT_BUILD', 'MANUAL']),
      buildId: omissible(z.string().nullable()),
      createdByUserId: omissible(z.string().nullable()),
      workerCount: count,
      createdAt: time,
      diff: z.array(z.strictObject({ field: name, old: z.unknown(), new: z.unknown() })),
    }),
  ),
});

export const Registry = z.strictObject({ id: name, name });
export const Registries = z.strictObject({ registries: z.array(Registry) });
/** A list that is empty in this simulator. */
export const Delegations = z.strictObject({ delegations: z.array(z.never()) });
export const SshKeys = z.strictObject({ keys: z.array(name) });

export const Balance = z.strictObject({
  balanceAmount: z.number(),
  billingMode: z.enum(['PREPAID', 'POSTPAID']),
});
export const Limits = z.strictObject({
  spendRate: z.strictObject({ limit: z.number(), current: z.number() }),
  serverlessWorkers: z.strictObject({ limit: count, current: count }),
});
