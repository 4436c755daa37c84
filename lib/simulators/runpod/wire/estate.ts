import * as z from 'zod';
import { PodStatus, time } from './pod.ts';

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
  pods: z.strictObject({ total: count, byStatus: z.partialRecord(PodStatus, count) }),
  createdAt: time,
});
export const Clusters = z.strictObject({ clusters: z.array(Cluster) });

export const Endpoint = z.strictObject({
  id: name,
  name,
  type: z.literal('QUEUE'),
  image: name,
  env: z.record(z.string(), z.string()),
  gpu: z.strictObject({
    pools: z.array(name),
    count: z.number().int().min(1),
    allowedCudaVersions: z.array(z.string()),
    minCudaVersion: z.string().nullable(),
  }),
  workers: z.strictObject({ min: count, max: count, idleTimeout: z.number().int().min(1) }),
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
  gpuCount: count,
  gpuTypeId: name.nullable(),
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

export const GpuTypes = z.strictObject({
  gpus: z.array(
    z.strictObject({
      id: name,
      name,
      pool: name.nullable(),
      manufacturer: z.literal('NVIDIA'),
      memory: count,
      secure: z.boolean(),
      community: z.boolean(),
      price: z.strictObject({ secure: z.number(), community: z.number() }),
      maxCount: z.strictObject({ secure: count, community: count }),
    }),
  ),
});

/** Lists that are empty in this simulator. */
export const Templates = z.strictObject({ templates: z.array(z.never()) });
export const Registries = z.strictObject({ registries: z.array(z.never()) });

export const Balance = z.strictObject({
  balanceAmount: z.number(),
  billingMode: z.enum(['PREPAID', 'POSTPAID']),
});
export const Limits = z.strictObject({
  spendRate: z.strictObject({ limit: z.number(), current: z.number() }),
  serverlessWorkers: z.strictObject({ limit: count, current: count }),
});
