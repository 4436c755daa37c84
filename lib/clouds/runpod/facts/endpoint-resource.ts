import type { Resource } from '../../../model/facts/resource.ts';
import { isUnreadable, type UnreadableField } from '../../../model/facts/unreadable.ts';
import { free, type HourlyPrice, hourlyPrice, scalePrice, sumPrices } from '../../../model/money/money.ts';
import type { Instant } from '../../../model/time/time.ts';
import { type Answer, isWhole, listMissingParts } from '../../http/answer.ts';
import type { WireEndpoint, WireWorker } from '../contract.ts';
import type { GpuTypes } from '../gpu-catalogue.ts';
import { listed, plain, readPodInstant } from './resources.ts';

/**
 * The states of workers that are not charged, by the platform's tables: those that wait for a GPU, and those that fail their
 * health checks.
 */
const unchargedWorkers: ReadonlySet<string> = new Set(['THROTTLED', 'UNHEALTHY']);

/** Returns a serverless endpoint with its workers, by list prices of their GPUs; unknown if that of any is. */
export function endpointResource(
  endpoint: WireEndpoint,
  workers: Answer<readonly WireWorker[]>,
  gpuTypes: GpuTypes,
  at: Instant,
): Resource {
  const isKnown = workers.kind === 'answered' && isWhole(workers);
  const charged = isKnown ? workers.value.filter(({ status }) => !unchargedWorkers.has(status ?? '')) : [];
  const prices = charged.map((worker) => workerPrice(worker, gpuTypes));
  const isPriced = isKnown && prices.every((price) => price !== null);
  const unreadable = [...(endpoint.unreadable ?? []), ...listUnreadableFields(workers)];
  return {
    kind: 'cluster',
    state: isKnown ? (charged.length > 0 ? 'RUNNING' : 'IDLE') : 'UNKNOWN',
    activity: isKnown ? 'running' : 'unknown',
    price: isPriced ? { ...listed(sumPrices(prices.filter((price) => price !== null))), atRest: free } : null,
    ...plain,
    id: endpoint.id,
    createdAt: readPodInstant(endpoint.createdAt),
    gpus: charged.reduce((sum, { gpuCount }) => sum + (gpuCount ?? 0), 0),
    metadata: endpoint.name ? { name: endpoint.name } : {},
    ...(unreadable.length > 0 && { unreadable }),
    seenAt: at,
  };
}

/** Returns the list price of a worker; `null` where its GPUs, or their price, are unknown, as those of workers without GPUs are. */
function workerPrice({ gpuTypeId, gpuCount }: WireWorker, gpuTypes: GpuTypes): HourlyPrice | null {
  const type = gpuTypes.get(gpuTypeId ?? '');
  if (type === undefined || !gpuCount || isUnreadable(type, 'price', 'price.serverless')) return null;
  const each = type.price?.serverless ?? type.price?.secure;
  return each == null ? null : scalePrice(hourlyPrice(each), gpuCount);
}

/** Returns what of the workers cannot be read, as fields of their endpoint. */
function listUnreadableFields(workers: Answer<readonly WireWorker[]>): UnreadableField[] {
  if (workers.kind !== 'answered') return [{ field: 'workers', because: workers.because }];
  const lost = listMissingParts('clusters', workers).map(({ because }) => ({ field: 'workers', because }));
  const ofWorkers = workers.value.flatMap(({ unreadable = [] }) =>
    unreadable.map(({ field, because }) => ({ field: `workers.${field}`, because })),
  );
  const named = new Map(ofWorkers.map((fact) => [fact.field, fact]));
  return [...lost, ...named.values()];
}
