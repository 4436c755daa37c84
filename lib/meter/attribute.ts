import type { Resource } from '../model/facts/resource.ts';
import type { Rollup } from '../model/money/meter.ts';
import { otherTags, type Tags } from '../model/money/share.ts';
import type { Claim } from '../state/override.ts';

/** The maximum number of sets of tags in the open meters of a target; 100 VMs have a dozen or two. */
const mostShares = 64;
/** The number of sets from which on a new one loses its metadata and creator, to leave room for such sets. */
const mostUnreduced = 48;

/** Returns the tags that a resource's cost is attributed to. People's claims take precedence over its metadata. */
export function selectTags(
  { kind, dataCenter, gpuModel, createdBy, metadata }: Resource,
  keys: readonly string[],
  claim: Claim = {},
): Tags {
  const tagsByContent = new Map([
    ...Object.entries(metadata ?? {}),
    ...Object.entries(claim).filter(([, value]) => value !== undefined),
  ]);
  const values: Record<string, string> = {};
  for (const key of keys) {
    const value = tagsByContent.get(key);
    if (value !== undefined) values[key] = value;
  }
  if (metadata === null && Object.keys(values).length === 0)
    return { kind, dataCenter, gpuModel, createdBy, metadata };
  return { kind, dataCenter, gpuModel, createdBy, metadata: values };
}

export const toTagsKey = ({ kind, dataCenter, gpuModel, createdBy, metadata }: Tags): string =>
  JSON.stringify([kind, dataCenter, gpuModel, createdBy, metadata && Object.entries(metadata).sort()]);

/**
 * Returns a function that maps a set of tags to the set of the share that it counts in. When there are too many sets,
 * a new one goes to a share without metadata and creator, and at last to the share of all others. All open meters use
 * the same function, so that an hour's shares add up to its day's, and a day's to its month's.
 */
export function shareFinder(running: readonly Rollup[]): (tags: Tags) => Tags {
  const sets = new Map<string, Tags>();
  for (const { shares } of running) for (const { tags } of shares) sets.set(toTagsKey(tags), tags);
  const findOrAdd = (tags: Tags, most: number): Tags | undefined => {
    const key = toTagsKey(tags);
    const set = sets.get(key);
    if (set !== undefined || sets.size >= most) return set;
    sets.set(key, tags);
    return tags;
  };
  return (tags) =>
    findOrAdd(tags, mostUnreduced) ??
    findOrAdd({ ...tags, createdBy: null, metadata: null }, mostShares - 1) ??
    findOrAdd(otherTags, mostShares) ??
    otherTags;
}
