import type { MissingPart } from '../../../model/facts/observation.ts';
import type { VmId } from '../../../model/ids.ts';
import type { Instant } from '../../../model/time/time.ts';
import { askList, listMissingParts } from '../../http/answer.ts';
import type { CloudClient } from '../../http/operation.ts';
import { listGpuTypes, type WirePod } from '../contract.ts';
import type { GpuCatalogue, GpuTypes } from '../gpu-catalogue.ts';
import type { EndpointRead } from './endpoints.ts';

/** The GPU types of a poll, and what the catalogue lacks of those in use. */
export type GpuTypesRead = { readonly types: GpuTypes; readonly missing: readonly MissingPart[] };

/**
 * Returns the GPU types: the stored ones while they are fresh, and otherwise those of the catalogue. Without the memory of
 * its GPUs, a pod is never idle. If an incomplete catalogue lacks a type in use, the whole part is missing; if a complete
 * one does, only the pods with that type are affected.
 */
export async function readGpuTypes(
  cloud: CloudClient,
  catalogue: GpuCatalogue,
  pods: readonly WirePod[],
  endpoints: readonly EndpointRead[],
  at: Instant,
): Promise<GpuTypesRead> {
  const typesOfPods = new Map(
    pods.flatMap(({ id, runtime, gpu }) => (runtime && gpu?.id ? [[id, gpu.id]] : [])),
  );
  const typesOfWorkers = endpoints.flatMap(({ workers }) =>
    workers.kind === 'answered' ? workers.value.flatMap(({ gpuTypeId }) => gpuTypeId ?? []) : [],
  );
  const ids = [...typesOfPods.values(), ...typesOfWorkers];
  if (ids.length === 0) return { types: catalogue.last(), missing: [] };
  const fresh = catalogue.fresh(ids, at);
  if (fresh !== null) return { types: fresh, missing: listMissingGpuMemory(catalogue, typesOfPods) };
  const answer = await askList(cloud, listGpuTypes, {});
  if (answer.kind !== 'answered')
    return { types: catalogue.last(), missing: [{ part: 'prices', because: answer.because }] };
  const types = catalogue.keep(answer.value, at);
  const lacksType = catalogue.lacking(ids).length > 0;
  const lost = lacksType ? listMissingParts('prices', answer) : [];
  return { types, missing: lost.length > 0 ? lost : listMissingGpuMemory(catalogue, typesOfPods) };
}

/** Returns a missing part for each pod whose GPU type has no memory in the catalogue. */
function listMissingGpuMemory(
  catalogue: GpuCatalogue,
  typesOfPods: ReadonlyMap<VmId, string>,
): readonly MissingPart[] {
  const lacking = new Set(catalogue.lacking([...typesOfPods.values()]));
  return [...typesOfPods]
    .filter(([, type]) => lacking.has(type))
    .map(([vm, type]) => {
      const because = `${listGpuTypes.id}: the catalogue shows no memory of the GPUs ${type}, without which the pod is never idle`;
      return { part: 'prices', vm, because } as const;
    });
}
