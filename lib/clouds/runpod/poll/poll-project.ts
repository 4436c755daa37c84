import type { Part, PollResult, ProjectObservation } from '../../../model/facts/observation.ts';
import { keyOf, priceNow, type Resource } from '../../../model/facts/resource.ts';
import { freshWithin } from '../../../model/facts/usage.ts';
import { BillingAccountId } from '../../../model/ids.ts';
import { earlier, type Instant } from '../../../model/time/time.ts';
import { type Inventory, proveAbsences, type ReadById } from '../../absence.ts';
import { carriedResources } from '../../carried-resources.ts';
import type { KnownBefore, Polled, PollOrder } from '../../cloud.ts';
import { type Answer, askList, isWhole, mapAnswer, missingFrom } from '../../http/answer.ts';
import { CloudError } from '../../http/errors.ts';
import type { CloudClient } from '../../http/operation.ts';
import { withThoseBefore } from '../../unreadable-facts.ts';
import {
  getEndpoint,
  getPod,
  getVolume,
  listEndpoints,
  listGpuTypes,
  listPods,
  listVolumes,
  listWorkers,
  type WirePod,
  type WireWorker,
} from '../contract.ts';
import { withPodBoot } from '../facts/boots.ts';
import { gaugeUsage } from '../facts/gauges.ts';
import {
  endpointResource,
  mountedVolumes,
  podResource,
  volumeResource,
  withRunningPrice,
} from '../facts/resources.ts';
import type { GpuCatalogue, GpuTypes } from '../gpu-catalogue.ts';
import { runpodProfile } from '../profile.ts';
import { type Charging, longestDelay, monthBilled, pastBilled } from './billing.ts';

/** Reads the pods, network volumes and serverless workers of the account, and what they were billed. */
export async function pollProject(
  cloud: CloudClient,
  order: Omit<PollOrder, 'target'>,
  catalogue: GpuCatalogue,
): Promise<Polled> {
  const { plan, at } = order;
  const [pods, volumes, endpoints] = await Promise.all([
    askList(cloud, listPods, { includeClusterPods: true }),
    plan.parts.has('volumes') ? askList(cloud, listVolumes, {}) : null,
    plan.parts.has('clusters') ? endpointsOf(cloud) : null,
  ]);
  const types = await gpuTypesOf(cloud, catalogue, idsIn(pods, endpoints), at);
  const gpuTypes = types.kind === 'answered' ? types.value : catalogue.last();
  const mounted =
    pods.kind === 'answered' && isWhole(pods) && endpoints?.kind === 'answered' && isWhole(endpoints)
      ? mountedVolumes(
          pods.value,
          endpoints.value.map(({ endpoint }) => endpoint),
        )
      : null;
  const inventories: Inventory[] = [
    {
      part: 'vms',
      kinds: ['vm', 'cluster-machine'],
      answer: mapAnswer(pods, (list) => list.map((pod) => podResource(pod, at))),
    },
    ...inventory('volumes', 'volume', volumes, (volume) => volumeResource(volume, at, mounted)),
    ...inventory('clusters', 'cluster', endpoints, ({ endpoint, workers }) =>
      endpointResource(endpoint, workers, gpuTypes, at),
    ),
  ];
  const absences = await proveAbsences(order.known, inventories, at, (resource) =>
    readById(cloud, resource, at, gpuTypes),
  );
  const charging =
    pods.kind === 'answered'
      ? chargingOf(carriedResources({ inventories, absences, at }, order.known), at)
      : 'something';
  const [spend, pastSpend] = await Promise.all([
    plan.parts.has('spend') ? monthBilled(cloud, { ...order, charging }) : null,
    pastBilled(cloud, { ...order, charging }),
  ]);
  // The platform has nothing of these kinds.
  const noParts: readonly Part[] = ['machines', 'disks', 'buckets', 'images', 'networks', 'prices'];
  const parts = [...plan.parts].filter((part) => part !== 'usage' || plan.usage.length > 0);

  function observe({ observation, samplings }: KnownBefore): PollResult {
    if (pods.kind !== 'answered') return { kind: 'failed-poll', at, because: pods.because };
    const before = observation?.kind === 'project' ? observation : null;
    const resourcesById = new Map((before?.resources ?? []).map((one) => [one.id as string, one]));
    const podsById = new Map<string, WirePod>(pods.value.map((pod) => [pod.id, pod]));
    const resources = carriedResources({ inventories, absences, at }, before?.resources ?? []).map((one) =>
      withPodBoot(withRunningPrice(one, resourcesById), resourcesById.get(one.id), podsById.get(one.id)),
    );
    const usage = gaugeUsage(pods.value, at, gpuTypes, samplings);
    const answers: [Part, Answer<unknown>][] = inventories.map(({ part, answer }) => [part, answer]);
    if (spend) answers.push(['spend', spend]);
    if (types.kind !== 'answered') answers.push(['prices', types]);
    const isSeen = ([part, answer]: [Part, Answer<unknown>]) => isWhole(answer) && !absences.doubts.has(part);
    const billed = spend?.kind === 'answered' ? spend.value : null;
    const result: ProjectObservation = {
      kind: 'project',
      cloud: 'runpod',
      at,
      account: order.account === null ? null : BillingAccountId.parse(order.account),
      seen: [
        ...answers.filter(isSeen).map(([part]) => part),
        ...(usage.length > 0 ? (['usage'] as const) : []),
        ...noParts.filter((part) => plan.parts.has(part) && !answers.some(([asked]) => asked === part)),
      ],
      missing: [
        ...answers.flatMap(([part, answer]) => missingFrom(part, answer)),
        ...[...absences.doubts].map(([part, because]) => ({ part, because })),
      ],
      resources,
      diskGibPrices: {},
      spend: billed?.spend ?? null,
      signals: [...runpodProfile.signals],
      usage,
      ...withThoseBefore(billed?.unreadable ?? [], before?.unreadable, () => billed === null),
    };
    return result;
  }
  return { at, asked: parts, unsupported: [], observe, comparesWith: freshWithin, pastSpend };
}

function chargingOf(resources: readonly Resource[], at: Instant): Charging {
  // What has an unknown price may be charged.
  const charged = resources.filter((one) => one.activity !== 'gone' && !priceNow(one)?.isZero());
  if (charged.length === 0) return 'nothing';
  const since = earlier(at, longestDelay);
  return charged.some(({ createdAt }) => createdAt !== null && createdAt < since) ? 'for hours' : 'something';
}

const inventory = <T>(
  part: Part,
  kind: Resource['kind'],
  answer: Answer<readonly T[]> | null,
  resourceOf: (item: T) => Resource,
): Inventory[] =>
  answer === null
    ? []
    : [{ part, kinds: [kind], answer: mapAnswer(answer, (items) => items.map(resourceOf)) }];

/** Returns the ids of the types of GPUs whose memory or price a poll needs. */
function idsIn(
  pods: Answer<readonly WirePod[]>,
  endpoints: Awaited<ReturnType<typeof endpointsOf>> | null,
): string[] {
  const ofPods = pods.kind === 'answered' ? pods.value : [];
  const ofEndpoints = endpoints?.kind === 'answered' ? endpoints.value : [];
  return [
    ...ofPods.flatMap(({ runtime, gpu }) => (runtime ? (gpu?.id ?? []) : [])),
    ...ofEndpoints.flatMap(({ workers }) => (workers ?? []).flatMap(({ gpuTypeId }) => gpuTypeId ?? [])),
  ];
}

/** Returns the types of GPUs: those read before while they are fresh, and else those of the catalogue. */
async function gpuTypesOf(
  cloud: CloudClient,
  catalogue: GpuCatalogue,
  ids: readonly string[],
  at: Instant,
): Promise<Answer<GpuTypes>> {
  const fresh = ids.length === 0 ? catalogue.last() : catalogue.fresh(ids, at);
  if (fresh !== null) return { kind: 'answered', value: fresh, flaws: [] };
  return mapAnswer(await askList(cloud, listGpuTypes, {}), (types) => catalogue.keep(types, at));
}

/** Reads the endpoints with their workers. Where those of one cannot be read, what it costs is unknown. */
async function endpointsOf(cloud: CloudClient) {
  const endpoints = await askList(cloud, listEndpoints, {});
  if (endpoints.kind !== 'answered') return endpoints;
  const value = await Promise.all(
    endpoints.value.map(async (endpoint) => ({ endpoint, workers: await workersOf(cloud, endpoint.id) })),
  );
  return { ...endpoints, value };
}

async function workersOf(cloud: CloudClient, id: string): Promise<readonly WireWorker[] | null> {
  const workers = await askList(cloud, listWorkers, { id });
  return workers.kind === 'answered' && isWhole(workers) ? workers.value : null;
}

/** Reads a record by its id. Its list was just answered by the same key, so that "not found" is about the record. */
async function readById(
  cloud: CloudClient,
  { kind, id }: Resource,
  at: Instant,
  gpuTypes: GpuTypes,
): Promise<ReadById> {
  try {
    if (kind === 'volume') {
      const volume = volumeResource(await cloud.call(getVolume, { id }), at, null);
      return { kind: 'exists', resources: [volume] };
    }
    if (kind === 'cluster') {
      const endpoint = await cloud.call(getEndpoint, { id });
      const workers = await workersOf(cloud, id);
      return { kind: 'exists', resources: [endpointResource(endpoint, workers, gpuTypes, at)] };
    }
    const pod = podResource(await cloud.call(getPod, { id }), at);
    const isSame = keyOf(pod) === keyOf({ kind, id });
    return { kind: 'exists', resources: isSame ? [pod] : [] };
  } catch (error) {
    if (!(error instanceof CloudError)) throw error;
    return error.kind === 'not-found' ? { kind: 'gone' } : { kind: 'unknown', because: error.message };
  }
}
