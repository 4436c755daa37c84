import * as z from 'zod';
import { VolumeType } from './estate.ts';
import { container, PersistentMount } from './pod.ts';

const name = z.string().min(1);
const count = z.number().int().min(0);

export const Availability = z.enum(['NONE', 'LOW', 'MEDIUM', 'HIGH']);
export type Availability = z.infer<typeof Availability>;

const Available = z.strictObject({ id: name, name, availability: Availability });
const availability = {
  availability: Availability.optional(),
  dataCenters: z.array(Available).optional(),
};

export const GpuType = z.strictObject({
  id: name,
  name,
  pool: name.nullable(),
  manufacturer: z.enum(['NVIDIA', 'AMD', 'UNKNOWN']),
  memory: count,
  secure: z.boolean(),
  community: z.boolean(),
  price: z.strictObject({ secure: z.number(), community: z.number(), serverless: z.number().optional() }),
  maxCount: z.strictObject({ secure: count, community: count }),
  ...availability,
  cudaVersions: z.array(z.strictObject({ version: name, available: z.boolean() })).optional(),
});
export const GpuTypes = z.strictObject({ gpus: z.array(GpuType) });

export const CpuType = z.strictObject({
  id: name,
  name,
  group: name,
  vcpu: z.strictObject({ min: count, max: count }),
  ramGbPerVcpu: z.number(),
  price: z.strictObject({ securePerVcpu: z.number(), serverlessPerVcpu: z.number() }),
  ...availability,
});
export const CpuTypes = z.strictObject({ cpus: z.array(CpuType) });

export const Region = z.enum([
  'NORTH_AMERICA',
  'SOUTH_AMERICA',
  'EUROPE',
  'ASIA',
  'MIDDLE_EAST',
  'AFRICA',
  'OCEANIA',
  'ANTARCTICA',
  'UNKNOWN',
]);
export const Compliance = z.enum([
  'GDPR',
  'ISO_IEC_27001',
  'ISO_14001',
  'PCI_DSS',
  'HITRUST',
  'SOC_1_TYPE_2',
  'SOC_2_TYPE_2',
  'SOC_3_TYPE_2',
  'ITAR',
  'FISMA_HIGH',
  'HIPAA',
  'RENEWABLE',
]);

export const DataCenter = z.strictObject({
  id: name,
  name,
  region: Region,
  globalNetwork: z.boolean(),
  networkVolumeTypes: z.array(VolumeType),
  compliance: z.array(Compliance),
  gpuAvailability: z.array(Available).optional(),
  cpuAvailability: z.array(Available).optional(),
});
export const DataCenters = z.strictObject({ dataCenters: z.array(DataCenter) });

export const Template = z.strictObject({
  ...container,
  id: name,
  name,
  mounts: z.strictObject({ persistent: PersistentMount.optional() }),
  serverless: z.boolean(),
  public: z.boolean(),
  category: z.enum(['CPU', 'NVIDIA', 'AMD']),
  startSsh: z.boolean(),
  startJupyter: z.boolean(),
  allowedCudaVersions: z.array(z.string()),
});
export type Template = z.infer<typeof Template>;
export const Templates = z.strictObject({ templates: z.array(Template) });

/** A list in one query parameter, its members divided by commas. */
const list = <T extends z.ZodType<unknown, string>>(member: T) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(member))
    .optional();
const whole = z.coerce.number().int();
const cudaVersion = z.string().regex(/^\d+\.\d+$/);

export const GpuQuery = z.object({
  include: list(z.literal('AVAILABILITY')),
  product: list(z.enum(['POD', 'CLUSTER', 'SERVERLESS'])),
  count: whole.min(1).optional(),
  cloud: z.enum(['SECURE', 'COMMUNITY']).optional(),
  countryCodes: list(z.string().regex(/^[A-Z]{2}$/)),
  cudaVersions: list(cudaVersion),
  minCudaVersion: cudaVersion.optional(),
});
export const CpuQuery = z.object({
  include: list(z.literal('AVAILABILITY')),
  product: list(z.enum(['POD', 'SERVERLESS'])),
  vcpuCount: whole.min(2).optional(),
});
const include = list(z.enum(['GPU_AVAILABILITY', 'CPU_AVAILABILITY']));
export const DataCenterQuery = z.object({ include });
export const DataCentersQuery = z.object({
  include,
  regions: list(Region),
  networkVolumeTypes: list(VolumeType),
  compliance: list(Compliance),
  globalNetwork: z.enum(['true', 'false']).optional(),
});
export const PublicTemplatesQuery = z.object({
  source: z.enum(['official', 'verified', 'community']).default('official'),
});
