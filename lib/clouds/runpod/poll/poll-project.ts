import type { Part, PollResult, ProjectObservation } from '../../../model/facts/observation.ts';
import { priceNow, type Resource } from '../../../model/facts/resource.ts';
import { freshWithin } from '../../../model/facts/usage.ts';
import { BillingAccountId } from '../../../model/ids.ts';
import { earlier, type Instant } from '../../../model/time/time.ts';
import {
  type Absences,
  proveAbsences,
  type RecordLookup,
  type ResourceListing,
  readOfError,
} from '../../absence.ts';
import { absentParts, checkAbsence } from '../../absent-parts.ts';
import { carriedResources } from '../../carried-resources.ts';
import type { PollOrder, PollReply, PreviousFacts } from '../../cloud.ts';
import { type Answer, askList, isWhole, listMissingParts, mapAnswer } from '../../http/answer.ts';
import type { CloudClient } from '../../http/operation.ts';
import { withEarlierFacts } from '../../unreadable-facts.ts';
import { getEndpoint, getPod, getVolume, listPods, listVolumes, type WirePod } from '../contract.ts';
import { withPodBoot } from '../facts/boots.ts';
import { endpointResource } from '../facts/endpoint-resource.ts';
import { gaugeUsage } from '../facts/gauges.ts';
import { mountedVolumes, podResource, volumeResource, withRunningPrice } from '../facts/resources.ts';
import type { GpuCatalogue, GpuTypes } from '../gpu-catalogue.ts';
import { runpodProfile } from '../profile.ts';
import { type ChargeExpectation, longestDelay, monthBilled, pastBilled } from './billing.ts';
import { type EndpointRead, readEndpoints, readWorkers } from './endpoints.ts';
import { readGpuTypes } from './gpu-types.ts';

/** Reads the pods, network volumes and serverless workers of the account, and what they were billed. */
export async function pollProject(
  cloud: CloudClient,
  order: Omit<PollOrder, 'target'>,
  catalogue: GpuCatalogue,
): Promise<PollReply> {
  const { plan, at } = order;
  const due = async <T>(part: Part, ask: () => Promise<Answer<T>>) =>
    plan.parts.has(part) ? checkAbsence(part, await ask(), order) : null;
  const [pods, volumes, endpoints] = await Promise.all([
    askList(cloud, listPods, { includeClusterPods: true }),
    due('volumes', () => askList(cloud, listVolumes, {})),
    due('clusters', () => readEndpoints(cloud)),
  ]);
  const gpuTypes = await readGpuTypes(
    cloud,
    catalogue,
    getAnsweredItems(pods),
    getAnsweredItems(endpoints),
    at,
  );
  const { types } = gpuTypes;
  const inventories: ResourceListing[] = [
    {
      part: 'vms',
      kinds: ['vm', 'cluster-machine'],
      answer: mapAnswer(pods, (list) => list.map((pod) => podResource(pod, at))),
    },
    ...inventory('volumes', 'volume', volumes, (volume) => volumeResource(volume, at)),
    ...inventory('clusters', 'cluster', endpoints, ({ endpoint, workers }) =>
      endpointResource(endpoint, workers, types, at),
    ),
  ];
  /** The pods that are missing from the list, but were read by their ids. */
  const unlistedPods: WirePod[] = [];
  const absences = await proveAbsences(order.known, inventories, at, (resource) =>
    readById(cloud, resource, at, types, unlistedPods),
  );
  const mounted = findMountedVolumes({ pods, endpoints, absences });
  const unsupported = pods.kind === 'answered' ? absentParts({ volumes, clusters: endpoints }, order) : [];
  const listCurrentResources = (previous: readonly Resource[]): Resource[] =>
    carriedResources({ inventories, absences, at }, previous).map((resource) =>
      resource.kind === 'volume' && resource.seenAt === at
        ? { ...resource, inUse: mounted?.has(resource.id) ?? null }
        : resource,
    );
  const charging =
    pods.kind === 'answered' ? judgeCharging(listCurrentResources(order.known), at) : 'something';
  const [spend, pastSpend] = await Promise.all([
    due('spend', () => monthBilled(cloud, { ...order, charging })),
    pastBilled(cloud, { ...order, charging }),
  ]);
  // The platform has nothing of these kinds.
  const noParts: readonly Part[] = ['machines', 'disks', 'buckets', 'images', 'networks', 'prices'];
  const parts = [...plan.parts].filter((part) => part !== 'usage' || plan.usage.length > 0);

  function observe({ observation, samplings }: PreviousFacts): PollResult {
    if (pods.kind !== 'answered') return { kind: 'failed-poll', at, because: pods.because };
    const previous = observation?.kind === 'project' ? observation : null;
    const resourcesById = new Map(
      (previous?.resources ?? []).map((resource) => [resource.id as string, resource]),
    );
    const known = [...pods.value, ...unlistedPods];
    const podsById = new Map<string, WirePod>(known.map((pod) => [pod.id, pod]));
    const resources = listCurrentResources(previous?.resources ?? []).map((resource) =>
      withPodBoot(
        withRunningPrice(resource, resourcesById),
        resourcesById.get(resource.id),
        podsById.get(resource.id),
      ),
    );
    const usage = gaugeUsage(known, at, types, samplings);
    const answers: [Part, Answer<unknown>][] = inventories.map(({ part, answer }) => [part, answer]);
    if (spend) answers.push(['spend', spend]);
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
        ...noParts.filter(
          (part) => plan.parts.has(part) && !gpuTypes.missing.some((gap) => gap.part === part),
        ),
      ],
      missing: [
        ...answers.flatMap(([part, answer]) => listMissingParts(part, answer)),
        ...[...absences.doubts].map(([part, because]) => ({ part, because })),
        ...gpuTypes.missing,
      ],
      resources,
      diskGibPrices: {},
      spend: billed?.spend ?? null,
      signals: [...runpodProfile.signals],
      usage,
      ...withEarlierFacts(billed?.unreadable ?? [], previous?.unreadable, () => billed === null),
    };
    return result;
  }
  return { at, asked: parts, unsupported, observe, comparesWith: freshWithin, pastSpend };
}

function judgeCharging(resources: readonly Resource[], at: Instant): ChargeExpectation {
  // A resource with an unknown price may be charged.
  const charged = resources.filter(
    (resource) => resource.activity !== 'gone' && !priceNow(resource)?.isZero(),
  );
  if (charged.length === 0) return 'nothing';
  const since = earlier(at, longestDelay);
  return charged.some(({ createdAt }) => createdAt !== null && createdAt < since) ? 'for hours' : 'something';
}

const inventory = <T>(
  part: Part,
  kind: Resource['kind'],
  answer: Answer<readonly T[]> | null,
  resourceOf: (item: T) => Resource,
): ResourceListing[] =>
  answer === null
    ? []
    : [{ part, kinds: [kind], answer: mapAnswer(answer, (items) => items.map(resourceOf)) }];

const getAnsweredItems = <T>(answer: Answer<readonly T[]> | null): readonly T[] =>
  answer?.kind === 'answered' ? answer.value : [];

/** Returns the network volumes that pods and endpoints mount; `null` if a list of these is incomplete or doubted. */
function findMountedVolumes({
  pods,
  endpoints,
  absences: { doubts },
}: {
  readonly pods: Answer<readonly WirePod[]>;
  readonly endpoints: Answer<readonly EndpointRead[]> | null;
  readonly absences: Absences;
}): ReadonlySet<string> | null {
  if (endpoints === null || !isWhole(pods) || !isWhole(endpoints)) return null;
  if (doubts.has('vms') || doubts.has('clusters')) return null;
  return mountedVolumes(
    getAnsweredItems(pods),
    getAnsweredItems(endpoints).map(({ endpoint }) => endpoint),
  );
}

/**
 * Reads a record by its id. A pod is also added to `pods`, as its gauges count. The same key has just read its list, so that
 * "not found" is about the record.
 */
async function readById(
  cloud: CloudClient,
  { kind, id }: Resource,
  at: Instant,
  gpuTypes: GpuTypes,
  pods: WirePod[],
): Promise<RecordLookup> {
  try {
    if (kind === 'volume') {
      const volume = volumeResource(await cloud.call(getVolume, { id }), at);
      return { kind: 'exists', resources: [volume] };
    }
    if (kind === 'cluster') {
      const endpoint = await cloud.call(getEndpoint, { id });
      const workers = await readWorkers(cloud, id);
      return { kind: 'exists', resources: [endpointResource(endpoint, workers, gpuTypes, at)] };
    }
    const record = await cloud.call(getPod, { id });
    pods.push(record);
    const pod = podResource(record, at);
    // A pod that joined or left a cluster since is of another kind now.
    const isOfOtherKind = pod.id === id && pod.kind !== kind;
    return { kind: 'exists', resources: isOfOtherKind ? [] : [pod] };
  } catch (error) {
    return readOfError(error);
  }
}
