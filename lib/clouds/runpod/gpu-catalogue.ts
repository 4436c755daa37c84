import { between, hours, type Instant, minutes } from '../../model/time/time.ts';
import type { WireGpuType } from './contract.ts';

/** The types of GPUs by their ids; empty where the catalogue could not be read. */
export type GpuTypes = ReadonlyMap<string, WireGpuType>;

/** The types of GPUs that were read before, which all runs of a connection share. */
export type GpuCatalogue = {
  /** Returns the types where they are at most an hour old and hold those with these ids; else `null`. */
  fresh(ids: readonly string[], at: Instant): GpuTypes | null;
  /** Returns the types that were read last, however old: the memory of a type does not change. */
  last(): GpuTypes;
  keep(types: readonly WireGpuType[], at: Instant): GpuTypes;
};

/** The time for which types count as fresh; shorter where some id is not among them. */
const freshFor = hours(1);
const retriedAfter = minutes(15);

export function gpuCatalogue(): GpuCatalogue {
  let cache: GpuTypes = new Map();
  let readAt: Instant | null = null;
  return {
    fresh(ids, at) {
      const holdsAll = ids.every((id) => cache.has(id));
      const isFresh = readAt !== null && between(readAt, at) < (holdsAll ? freshFor : retriedAfter);
      return isFresh ? cache : null;
    },
    last: () => cache,
    keep(types, at) {
      cache = new Map(types.map((type) => [type.id, type]));
      readAt = at;
      return cache;
    },
  };
}
