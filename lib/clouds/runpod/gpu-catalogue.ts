import { computeSpan, hours, type Instant, minutes } from '../../model/time/time.ts';
import type { WireGpuType } from './contract.ts';

/** The types of GPUs by their ids; empty where the catalogue could not be read. */
export type GpuTypes = ReadonlyMap<string, WireGpuType>;

/** The types of GPUs that were read before, which all runs of a connection share. */
export type GpuCatalogue = {
  /**
   * Returns the types if they were read within the last hour, or within 15 minutes if that reading lacked one of `ids`;
   * otherwise `null`.
   */
  fresh(ids: readonly string[], at: Instant): GpuTypes | null;
  /** Returns all types that were ever read, each as it was read last: the memory of a type does not change. */
  last(): GpuTypes;
  /** Returns which of these types the last reading showed no memory of. */
  lacking(ids: readonly string[]): readonly string[];
  keep(types: readonly WireGpuType[], at: Instant): GpuTypes;
};

/** The time for which types count as fresh; shorter where some id is not among them. */
const freshFor = hours(1);
const retriedAfter = minutes(15);

export function gpuCatalogue(): GpuCatalogue {
  const known = new Map<string, WireGpuType>();
  let read: GpuTypes = new Map();
  let readAt: Instant | null = null;
  const lacking = (ids: readonly string[]) => [...new Set(ids)].filter((id) => read.get(id)?.memory == null);
  return {
    fresh(ids, at) {
      const longestAge = lacking(ids).length === 0 ? freshFor : retriedAfter;
      return readAt !== null && computeSpan(readAt, at) < longestAge ? known : null;
    },
    last: () => known,
    lacking,
    keep(types, at) {
      read = new Map(types.map((type) => [type.id, type]));
      for (const type of types)
        known.set(type.id, { ...type, memory: type.memory ?? known.get(type.id)?.memory });
      readAt = at;
      return known;
    },
  };
}
