import * as z from 'zod';
import { omissible, omissibleAs } from './omissible.ts';

export const PodStatus = z.enum(['PROVISIONING', 'STARTING', 'RUNNING', 'EXITED', 'ERROR', 'TERMINATED']);
export type PodStatus = z.infer<typeof PodStatus>;
export const PodAction = z.enum(['start', 'stop', 'restart', 'terminate']);
export type PodAction = z.infer<typeof PodAction>;

export const time = z.iso.datetime();
export const usd = z.number();
const percent = z.number().int().min(0).max(100);
const name = z.string().min(1);
const use = omissible(z.strictObject({ util: omissible(percent) }));

export const PersistentMount = z.strictObject({ size: z.number().int().min(10), path: name });

/** The storage of a pod: at most one of a disk on its host and a network volume. */
const Mounts = z.strictObject({
  persistent: PersistentMount.optional(),
  network: z
    .array(z.strictObject({ volumeId: name, path: name }))
    .length(1)
    .optional(),
});

export const container = {
  image: z.string(),
  args: z.string(),
  disk: z.number().int().min(1),
  env: z.record(z.string(), z.string()),
  ports: z.array(z.string()),
  registry: z.string().nullable(),
};

const SshAddress = z.strictObject({
  host: z.string(),
  port: z.number().int(),
  username: z.string(),
  command: z.string(),
});

const Runtime = z.strictObject({
  uptime: omissible(z.number().int().min(0)),
  gpus: omissible(z.array(z.strictObject({ util: omissible(percent), memoryUtil: omissible(percent) }))),
  cpu: use,
  memory: use,
  ports: omissible(z.array(z.strictObject({ private: z.number().int(), type: z.string() }))),
});

export const Pod = z.strictObject({
  ...container,
  id: name,
  name,
  status: PodStatus,
  actions: z.array(PodAction),
  mounts: Mounts,
  gpu: z.strictObject({ id: name, count: omissibleAs(z.number().int().min(1), 1) }).optional(),
  cpu: z
    .strictObject({ id: name, vcpuCount: z.number().int().min(2), memory: z.number().int().min(1) })
    .optional(),
  cloud: z.enum(['SECURE', 'COMMUNITY']),
  dataCenterId: z.string().nullable(),
  cudaVersion: z.string().nullable(),
  ssh: z.strictObject({ proxy: SshAddress.nullable(), direct: SshAddress.nullable() }),
  cluster: z.strictObject({ id: name, rank: z.number().int().nullable() }).optional(),
  template: z.string().nullable(),
  cost: usd.min(0),
  locked: z.boolean(),
  globalNetworking: z.strictObject({ enabled: z.boolean() }),
  runtime: Runtime.nullable(),
  createdAt: time,
  startedAt: time.nullable(),
});
export type Pod = z.infer<typeof Pod>;

export const Pods = z.strictObject({ pods: z.array(Pod) });

/** The settings of a new pod that this simulator supports. Anything else is refused. */
export const NewPod = z
  .strictObject({
    name,
    image: name.optional(),
    args: container.args.optional(),
    disk: container.disk.optional(),
    env: container.env.optional(),
    ports: container.ports.optional(),
    mounts: Mounts.optional(),
    gpu: z.strictObject({ id: name, count: z.number().int().min(1).default(1) }).optional(),
    cpu: z.strictObject({ id: name, vcpuCount: z.number().int().min(2) }).optional(),
    cloud: z.enum(['SECURE', 'COMMUNITY']).optional(),
    dataCenterIds: z.array(name).optional(),
    templateId: name.optional(),
  })
  .refine(({ image, templateId }) => image !== undefined || templateId !== undefined, {
    path: ['image'],
    message: 'is required without templateId',
  });

export const ChangedPod = z.strictObject({
  name: name.optional(),
  locked: z.boolean().optional(),
  env: container.env.optional(),
});

export const AskedAction = z.strictObject({ action: PodAction });
