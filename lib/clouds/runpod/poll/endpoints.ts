import { type Answer, askList } from '../../http/answer.ts';
import type { CloudClient } from '../../http/operation.ts';
import { listEndpoints, listWorkers, type WireEndpoint, type WireWorker } from '../contract.ts';

/** An endpoint with the answer for its workers, which may have failed on its own. */
export type EndpointRead = {
  readonly endpoint: WireEndpoint;
  readonly workers: Answer<readonly WireWorker[]>;
};

/** Reads the endpoints with their workers. If the workers of one cannot be read, its price is unknown. */
export async function readEndpoints(cloud: CloudClient): Promise<Answer<readonly EndpointRead[]>> {
  const endpoints = await askList(cloud, listEndpoints, {});
  if (endpoints.kind !== 'answered') return endpoints;
  const value = await Promise.all(
    endpoints.value.map(async (endpoint) => ({ endpoint, workers: await readWorkers(cloud, endpoint.id) })),
  );
  return { ...endpoints, value };
}

export const readWorkers = (cloud: CloudClient, id: string): Promise<Answer<readonly WireWorker[]>> =>
  askList(cloud, listWorkers, { id });
