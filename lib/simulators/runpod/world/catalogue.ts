import type * as z from 'zod';
import type { Compliance, Region, Template } from '../wire/catalogue.ts';
import type { VolumeType } from '../wire/estate.ts';
import { gpuTypes } from './tariff.ts';

type Place = {
  readonly id: string;
  readonly country: string;
  readonly region: z.infer<typeof Region>;
  readonly globalNetwork: boolean;
  readonly volumes: readonly VolumeType[];
  readonly compliance: readonly z.infer<typeof Compliance>[];
  readonly gpus: readonly string[];
};

/** The data centers, with the GPUs that each has. All of them have all CPUs. */
export const dataCenters: readonly Place[] = [
  {
    id: 'US-KS-2',
    country: 'US',
    region: 'NORTH_AMERICA',
    globalNetwork: true,
    volumes: ['STANDARD', 'HIGH_PERFORMANCE'],
    compliance: ['SOC_2_TYPE_2', 'HIPAA'],
    gpus: [...gpuTypes.keys()],
  },
  {
    id: 'US-TX-3',
    country: 'US',
    region: 'NORTH_AMERICA',
    globalNetwork: false,
    volumes: ['STANDARD'],
    compliance: ['SOC_2_TYPE_2'],
    gpus: ['NVIDIA L40S', 'NVIDIA A100 80GB PCIe'],
  },
  {
    id: 'EU-RO-1',
    country: 'RO',
    region: 'EUROPE',
    globalNetwork: true,
    volumes: ['STANDARD'],
    compliance: ['GDPR', 'ISO_IEC_27001'],
    gpus: ['NVIDIA GeForce RTX 4090', 'NVIDIA L40S'],
  },
];

/** The CUDA versions that hosts report. */
export const cudaVersions = ['12.4', '12.8'] as const;

/** The most GPUs of one pod. */
export const mostGpus = 8;

type CpuFlavor = {
  readonly id: string;
  readonly name: string;
  readonly ramGbPerVcpu: number;
  readonly max: number;
};
export const cpuFlavors: readonly CpuFlavor[] = [
  { id: 'cpu3c', name: 'Compute-Optimized', ramGbPerVcpu: 2, max: 32 },
  { id: 'cpu3g', name: 'General Purpose', ramGbPerVcpu: 4, max: 32 },
  { id: 'cpu5c', name: 'Compute-Optimized', ramGbPerVcpu: 2, max: 16 },
];

/** The settings of a template that says nothing else. */
export const plainTemplate: Omit<Template, 'id' | 'name' | 'image'> = {
  disk: 20,
  ports: [],
  args: '',
  env: {},
  registry: null,
  mounts: {},
  serverless: false,
  public: false,
  category: 'NVIDIA',
  startSsh: true,
  startJupyter: false,
  allowedCudaVersions: [],
};

/** The templates that everybody may use, by who made them. */
export const publicTemplates: Readonly<Record<'official' | 'verified' | 'community', readonly Template[]>> = {
  official: [
    {
      ...plainTemplate,
      public: true,
      id: 'k7w2m0qx9d',
      name: 'PyTorch',
      image: 'runpod/pytorch',
      ports: ['8888/http', '22/tcp'],
      mounts: { persistent: { size: 20, path: '/workspace' } },
      startJupyter: true,
    },
    {
      ...plainTemplate,
      public: true,
      id: 'p3n8v5c1yt',
      name: 'vLLM worker',
      image: 'runpod/worker-vllm',
      disk: 50,
      serverless: true,
      allowedCudaVersions: ['12.8'],
    },
  ],
  verified: [
    {
      ...plainTemplate,
      public: true,
      id: 'z1h6r4b8ja',
      name: 'Image generation',
      image: 'example/images',
      disk: 30,
      ports: ['3000/http'],
    },
  ],
  community: [],
};

/** Returns a template that an account can read: one of its own, or a public one. */
export const findTemplate = (own: ReadonlyMap<string, Template>, id: string): Template | undefined =>
  own.get(id) ??
  Object.values(publicTemplates)
    .flat()
    .find((template) => template.id === id);
