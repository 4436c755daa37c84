import * as z from 'zod';
import type { UnreadableFields } from '../../model/facts/unreadable.ts';
import { ResourceId, VmId } from '../../model/ids.ts';
import { readInstant } from '../../model/time/time.ts';
import { figureBounds } from '../figure-bounds.ts';
import type { ListOperation, Operation } from '../http/operation.ts';
import { required, requiredOrNull } from '../http/required-field.ts';

/** An optional field. An unreadable one is left out of its record, which lists it. */
const optional = <T extends z.ZodType>(schema: T) => schema.nullish();
const text = z.string().max(1_000);
/** A text that is never empty. */
const name = text.min(1);
/** The text of an enum that the cloud may extend; interpreted where it is used. */
const open = z.string().min(1).max(100);
/** A size in GB; only a container disk may have none. */
const gb = z.number().int().min(0).max(figureBounds.gib);
const someGb = gb.min(1);
const count = z.number().int().min(0).max(figureBounds.count);
/** A gauge in whole percent. A fraction is unreadable, as it is a ratio or was divided by something. */
const percent = z.number().int().min(0).max(100);
const time = z.string().refine((value) => readInstant(value) !== undefined, 'must be an RFC 3339 time');
/** Dollars, as numbers in JSON. They are read to their text, which is exact in decimals. */
const usd = (least: number, most: number) => z.number().min(least).max(most).transform(String);
const price = usd(0, figureBounds.price);
const rate = usd(0, figureBounds.rate);
const amount = usd(-figureBounds.sum, figureBounds.sum);

/** The current gauges of a running pod in percent, and its uptime in seconds, which shows whether they are old. */
const WireRuntime = z.object({
  /** Seconds. */
  uptime: optional(z.number().min(0)),
  gpus: optional(z.array(z.object({ util: optional(percent), memoryUtil: optional(percent) }))),
  cpu: optional(z.object({ util: optional(percent) })),
});

/**
 * A pod. Its `env` and `args` hold people's secrets, and are not among the fields that are read. By the platform's document
 * one of `gpu` and `cpu` is always there, and `cluster` only in pods of clusters.
 */
export const WirePod = z.object({
  id: VmId,
  name: required(name),
  status: required(open),
  actions: required(z.array(open)),
  disk: required(gb),
  mounts: required(
    z.object({
      persistent: z.object({ size: someGb }).optional(),
      network: z.array(z.object({ volumeId: name })).optional(),
    }),
  ),
  gpu: optional(z.object({ id: required(name), count: optional(count.min(1)) })),
  cpu: optional(z.object({ id: required(name), vcpuCount: required(count.min(1)) })),
  dataCenterId: requiredOrNull(text),
  cluster: optional(z.object({ id: name })),
  template: requiredOrNull(text),
  cost: required(price),
  locked: required(z.boolean()),
  runtime: requiredOrNull(WireRuntime),
  createdAt: required(time),
  startedAt: requiredOrNull(time),
});
export type WirePod = z.infer<typeof WirePod> & UnreadableFields;

export const WireNetworkVolume = z.object({
  id: ResourceId,
  name: required(name),
  size: required(someGb),
  dataCenter: required(name),
  type: required(open),
});
export type WireNetworkVolume = z.infer<typeof WireNetworkVolume> & UnreadableFields;

export const WireEndpoint = z.object({
  id: ResourceId,
  name: required(name),
  createdAt: required(time),
  networkVolumes: required(z.array(name)),
});
export type WireEndpoint = z.infer<typeof WireEndpoint> & UnreadableFields;

/** A worker of an endpoint; it has no type of GPU until it is placed. */
export const WireWorker = z.object({
  id: name,
  status: required(open),
  gpuCount: required(count),
  gpuTypeId: optional(name),
});
export type WireWorker = z.infer<typeof WireWorker> & UnreadableFields;

/** A type of GPU, with its memory in GB and its prices for one of it. */
export const WireGpuType = z.object({
  id: name,
  memory: required(someGb),
  price: required(z.object({ secure: required(price), serverless: optional(price) })),
});
export type WireGpuType = z.infer<typeof WireGpuType> & UnreadableFields;

/** The parts of a bill. */
const WireBillingParts = z.object({
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
export const WireBillingRecord = z.object({
  startTime: time,
  endTime: time,
  totalAmount: required(amount),
  ...WireBillingParts.shape,
});
export type WireBillingRecord = z.infer<typeof WireBillingRecord> & UnreadableFields;

/** Returns the amounts of the parts of a bill that are stated. */
export const listStatedAmounts = (billed: WireBillingRecord): readonly string[] =>
  WireBillingParts.keyof().options.flatMap((part) => billed[part] ?? []);

/** The totals that a reply states for all its records. */
export const WireBillingTotals = z.object({
  recordCount: optional(z.number().int().min(0)),
  totals: optional(z.object({ totalAmount: optional(amount) })),
});

const anyOne = z.object({ id: text });

function list<I extends z.ZodObject, T extends z.ZodType>(
  id: string,
  path: string,
  input: I,
  listing: { readonly field: string; readonly item: T; readonly about?: string },
) {
  return {
    kind: 'list',
    id,
    method: 'GET',
    path,
    input,
    paging: 'whole',
    ...listing,
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
  item: WireNetworkVolume,
});
export const getVolume = get('getNetworkVolume', '/v2/network-volumes/{id}', anyOne, WireNetworkVolume);
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
  { field: 'records', item: WireBillingRecord, about: 'metadata' },
);

/** The figures of the account by GraphQL, which ends early in 2027. */
const WireMyself = z.object({
  clientBalance: required(amount),
  currentSpendPerHr: required(rate),
  spendLimit: requiredOrNull(rate),
});
export const askMyself = call('POST', 'myself', '/graphql', {
  input: z.object({}),
  body: z.object({ query: z.string() }),
  reply: z.object({ data: z.object({ myself: WireMyself }) }),
});
export const myselfQuery = { query: '{ myself { clientBalance currentSpendPerHr spendLimit } }' };

/** Reads the user of the key, which only GraphQL shows. */
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
export const WireBalance = z.object({ balanceAmount: required(amount), billingMode: required(open) });
export const WireLimits = z.object({
  spendRate: required(
    z.union([z.object({ limit: requiredOrNull(rate) }), rate.transform((limit) => ({ limit }))]),
  ),
});
