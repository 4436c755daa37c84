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

/** Returns a serverless endpoint. Its price is the list price of its workers' GPUs, and unknown if that of any worker is. */
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

/** Returns the hourly list price of a worker; `null` if its GPUs or their price are unknown, as for a worker without GPUs. */
function workerPrice({ gpuTypeId, gpuCount }: WireWorker, gpuTypes: GpuTypes): HourlyPrice | null {
  const type = gpuTypes.get(gpuTypeId ?? '');
  if (type === undefined || !gpuCount || isUnreadable(type, 'price', 'price.serverless')) return null;
  const each = type.price?.serverless ?? type.price?.secure;
  return each == null ? null : scalePrice(hourlyPrice(each), gpuCount);
}

/** Returns the unreadable parts of workers, as fields of their endpoint. */
function listUnreadableFields(workers: Answer<readonly WireWorker[]>): UnreadableField[] {
  if (workers.kind !== 'answered') return [{ field: 'workers', because: workers.because }];
  const lost = listMissingParts('clusters', workers).map(({ because }) => ({ field: 'workers', because }));
  const workerFields = workers.value.flatMap(({ unreadable = [] }) =>
    unreadable.map(({ field, because }) => ({ field: `workers.${field}`, because })),
  );
  const distinctFields = new Map(workerFields.map((fact) => [fact.field, fact]));
  return [...lost, ...distinctFields.values()];
}
