import * as z from 'zod';
import type { ReadInPart } from '../../model/facts/unreadable.ts';
import { ResourceId, VmId } from '../../model/ids.ts';
import { readInstant } from '../../model/time/time.ts';
import type { ListOperation, Operation } from '../http/operation.ts';

/** An optional field. An unreadable one is left out of its record, which lists it. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish();
const text = z.string().max(1_000);
/** An enum the cloud may add to: kept as text, and judged where it is used. */
const open = z.string().max(100);
const whole = z.number().int().min(0);
const percent = z.number().min(0).max(100);
const time = z.string().refine((value) => readInstant(value) !== undefined, 'must be an RFC 3339 time');
/** Dollars, as numbers in JSON. They are read to their text, which is exact in decimals. */
const usd = (least: number, most: number) => z.number().min(least).max(most).transform(String);
const rate = usd(0, 10_000_000);
const amount = usd(-1_000_000_000, 1_000_000_000);

/** The gauges of a pod that runs, in percent, as they read now, and its uptime in seconds, by which old ones show. */
const WireRuntime = z.object({
  /** Seconds. */
  uptime: optional(z.number().min(0)),
  gpus: optional(z.array(z.object({ util: optional(percent), memoryUtil: optional(percent) }))),
  cpu: optional(z.object({ util: optional(percent) })),
});

/** A pod. Its `env` and `args` hold people's secrets, and are not among the fields that are read. */
export const WirePod = z.object({
  id: VmId,
  name: optional(text),
  status: optional(open),
  actions: optional(z.array(open)),
  disk: optional(whole),
  mounts: optional(
    z.object({
      persistent: optional(z.object({ size: whole })),
      network: optional(z.array(z.object({ volumeId: text }))),
    }),
  ),
  gpu: optional(z.object({ id: optional(text), count: optional(whole) })),
  cpu: optional(z.object({ id: optional(text), vcpuCount: optional(whole) })),
  dataCenterId: optional(text),
  cluster: optional(z.object({ id: text })),
  template: optional(text),
  cost: optional(usd(0, 100_000)),
  locked: optional(z.boolean()),
  runtime: optional(WireRuntime),
  createdAt: optional(time),
  startedAt: optional(time),
});
export type WirePod = z.infer<typeof WirePod> & ReadInPart;

export const WireVolume = z.object({
  id: ResourceId,
  name: optional(text),
  size: optional(whole),
  dataCenter: optional(text),
  type: optional(open),
});
export type WireVolume = z.infer<typeof WireVolume> & ReadInPart;

export const WireEndpoint = z.object({
  id: ResourceId,
  name: optional(text),
  createdAt: optional(time),
  networkVolumes: optional(z.array(text)),
});
export type WireEndpoint = z.infer<typeof WireEndpoint> & ReadInPart;

export const WireWorker = z.object({
  id: text,
  status: optional(open),
  gpuCount: optional(whole),
  gpuTypeId: optional(text),
});
export type WireWorker = z.infer<typeof WireWorker> & ReadInPart;

/** A type of GPU, with its memory in GB and its prices for one of it. */
export const WireGpuType = z.object({
  id: text,
  memory: optional(whole),
  price: optional(z.object({ secure: optional(rate), serverless: optional(rate) })),
});
export type WireGpuType = z.infer<typeof WireGpuType> & ReadInPart;

/** The parts of a bill. */
const WireBilledParts = z.object({
  podGpuAmount: optional(amount),
  podCpuAmount: optional(amount),
  podDiskAmount: optional(amount),
  serverlessGpuAmount: optional(amount),
  serverlessCpuAmount: optional(amount),
  serverlessDiskAmount: optional(amount),
  serverlessFeeAmount: optional(amount),
  storageStandardAmount: optional(amount),
  storageHighPerformanceAmount: optional(amount),
  endpointAmount: optional(amount),
  clusterGpuAmount: optional(amount),
  clusterDiskAmount: optional(amount),
  clusterNetworkingAmount: optional(amount),
});

/** The bill of an account in one bucket of time. */
export const WireBilled = z.object({
  startTime: time,
  endTime: time,
  totalAmount: optional(amount),
  ...WireBilledParts.shape,
});
export type WireBilled = z.infer<typeof WireBilled> & ReadInPart;

/** Returns the amounts of the parts of a bill that are stated. */
export const partsOf = (billed: WireBilled): readonly string[] =>
  WireBilledParts.keyof().options.flatMap((part) => billed[part] ?? []);

/** The statement of a reply about all its records together. */
export const WireBilledTotals = z.object({
  recordCount: optional(whole),
  totals: optional(z.object({ totalAmount: optional(amount) })),
});

const anyOne = z.object({ id: text });

function list<I extends z.ZodObject, T extends z.ZodType>(
  id: string,
  path: string,
  input: I,
  members: { readonly field: string; readonly item: T; readonly about?: string },
) {
  return {
    kind: 'list',
    id,
    method: 'GET',
    path,
    input,
    paging: 'whole',
    ...members,
  } as const satisfies ListOperation;
}

function call<I extends z.ZodObject, B extends z.ZodType, R extends z.ZodType>(
  method: Operation['method'],
  id: string,
  path: string,
  schemas: { readonly input: I; readonly body: B; readonly reply: R },
) {
  return { kind: 'single', id, method, path, ...schemas } as const satisfies Operation;
}

/** Defines a GET request; its address may come from the platform's live document. */
export const get = <I extends z.ZodObject, R extends z.ZodType>(
  id: string,
  path: string,
  input: I,
  reply: R,
) => call('GET', id, path, { input, body: z.undefined(), reply });

export const listPods = list('listPods', '/v2/pods', z.object({ includeClusterPods: z.boolean() }), {
  field: 'pods',
  item: WirePod,
});
export const getPod = get('getPod', '/v2/pods/{id}', anyOne, WirePod);
export const actOnPod = call('POST', 'podAction', '/v2/pods/{id}/action', {
  input: anyOne,
  body: z.object({ action: z.enum(['start', 'stop', 'terminate']) }),
  reply: z.unknown().transform(() => undefined),
});
export const listVolumes = list('listNetworkVolumes', '/v2/network-volumes', z.object({}), {
  field: 'networkVolumes',
  item: WireVolume,
});
export const getVolume = get('getNetworkVolume', '/v2/network-volumes/{id}', anyOne, WireVolume);
export const listEndpoints = list('listEndpoints', '/v2/serverless', z.object({}), {
  field: 'endpoints',
  item: WireEndpoint,
});
export const getEndpoint = get('getEndpoint', '/v2/serverless/{id}', anyOne, WireEndpoint);
export const listWorkers = list('listEndpointWorkers', '/v2/serverless/{id}/workers', anyOne, {
  field: 'workers',
  item: WireWorker,
});
export const listGpuTypes = list('listGpuTypes', '/v2/catalog/gpus', z.object({}), {
  field: 'gpus',
  item: WireGpuType,
});
export const listBilling = list(
  'listBilling',
  '/v2/billing',
  z.object({ startTime: time, endTime: time, bucketSize: z.literal('hour') }),
  { field: 'records', item: WireBilled, about: 'metadata' },
);

/** The figures of the account by GraphQL, which ends early in 2027. */
const WireMyself = z.object({
  clientBalance: optional(amount),
  currentSpendPerHr: optional(rate),
  spendLimit: optional(rate),
});
export const askMyself = call('POST', 'myself', '/graphql', {
  input: z.object({}),
  body: z.object({ query: z.string() }),
  reply: z.object({ data: z.object({ myself: WireMyself }) }),
});
export const myselfQuery = { query: '{ myself { clientBalance currentSpendPerHr spendLimit } }' };

/** The user whose key it is, by GraphQL alone. */
export const askHolder = call('POST', 'holder', '/graphql', {
  input: z.object({}),
  body: z.object({ query: z.string() }),
  reply: z.object({ data: z.object({ myself: z.object({ id: optional(text) }) }) }),
});
export const holderQuery = { query: '{ myself { id } }' };

/** The platform's own document of its API, as far as it locates operations. */
export const getDocument = get(
  'openApiDocument',
  '/v2/openapi.json',
  z.object({}),
  z.object({
    paths: z.record(z.string(), z.object({ get: z.unknown().optional() })),
    components: z.unknown().optional(),
  }),
);
export const WireBalance = z.object({ balanceAmount: optional(amount), billingMode: optional(open) });
export const WireLimits = z.object({ spendRate: optional(z.object({ limit: optional(rate) })) });
