import type { Resource } from '../model/facts/resource.ts';

/**
 * Returns a resource with the GPUs that it had before. No request takes GPUs from a machine, so a record without them leaves
 * them out, and a machine at work on its GPUs must not be judged by its CPU alone.
 */
export function withEarlierGpus(resource: Resource, before: Resource | undefined): Resource {
  const isSame = before?.createdAt === resource.createdAt;
  if (before === undefined || !isSame || before.gpus <= resource.gpus) return resource;
  return { ...resource, gpus: before.gpus, gpuModel: resource.gpuModel ?? before.gpuModel };
}
