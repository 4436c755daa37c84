import * as z from 'zod';
import { time, usd } from './pod.ts';

export const BucketSize = z.enum(['hour', 'day', 'week', 'month', 'year']);
export type BucketSize = z.infer<typeof BucketSize>;

/** The kinds of records, the parts of their amounts, and the names of the billed resources. */
export const families = {
  pods: {
    path: '/v2/billing/pods',
    of: { id: 'podId', count: 'uniquePodCount' },
    parts: ['gpuAmount', 'cpuAmount', 'diskAmount'],
  },
  serverless: {
    path: '/v2/billing/serverless',
    of: { id: 'serverlessId', count: 'uniqueServerlessCount' },
    parts: ['gpuAmount', 'cpuAmount', 'diskAmount', 'feeAmount'],
  },
  networkVolumes: {
    path: '/v2/billing/network-volumes',
    of: { id: 'networkVolumeId', count: 'uniqueNetworkVolumeCount' },
    parts: ['standardAmount', 'highPerformanceAmount'],
  },
  clusters: {
    path: '/v2/billing/clusters',
    of: { id: 'clusterId', count: 'uniqueClusterCount' },
    parts: ['gpuAmount', 'diskAmount', 'networkingAmount'],
  },
  /** Public endpoints, which are nobody's own: none is used here. */
  endpoints: { path: '/v2/billing/endpoints', of: null, parts: [] },
  all: {
    path: '/v2/billing',
    of: null,
    parts: [
      'podGpuAmount',
      'podCpuAmount',
      'podDiskAmount',
      'serverlessGpuAmount',
      'serverlessCpuAmount',
      'serverlessDiskAmount',
      'serverlessFeeAmount',
      'storageStandardAmount',
      'storageHighPerformanceAmount',
      'endpointAmount',
      'clusterGpuAmount',
      'clusterDiskAmount',
      'clusterNetworkingAmount',
    ],
  },
} as const satisfies Record<string, Family>;
export type FamilyName = keyof typeof families;
export const familyNames = [
  'pods',
  'serverless',
  'networkVolumes',
  'clusters',
  'endpoints',
  'all',
] as const satisfies readonly FamilyName[];
export type Family = {
  readonly path: string;
  readonly of: { readonly id: string; readonly count: string } | null;
  readonly parts: readonly string[];
};

/** Returns the schema of a family's reply. */
export function billingReply({ of, parts }: Family) {
  const amounts = Object.fromEntries(['totalAmount', ...parts].map((part) => [part, usd]));
  const range = { startTime: time, endTime: time };
  return z.strictObject({
    records: z.array(z.strictObject({ ...range, ...(of && { [of.id]: z.string().min(1) }), ...amounts })),
    metadata: z.strictObject({
      query: z.strictObject({
        ...range,
        bucketSize: BucketSize,
        ...(of && { [of.id]: z.string().optional() }),
      }),
      recordCount: z.number().int(),
      ...(of && { [of.count]: z.number().int() }),
      totals: z.strictObject(amounts),
    }),
  });
}

/** Returns the schema of a family's query. */
export const billingQuery = ({ of }: Family) =>
  z.object({
    startTime: z.iso.datetime({ offset: true }).optional(),
    endTime: z.iso.datetime({ offset: true }).optional(),
    bucketSize: BucketSize.default('day'),
    lastN: z.coerce.number().int().min(1).optional(),
    ...(of && { [of.id]: z.string().optional() }),
  });
