import type { Resource } from '../model/facts/resource.ts';
import type { Rollup } from '../model/money/meter.ts';
import { otherTags, type Tags } from '../model/money/share.ts';
import type { Claim } from '../state/override.ts';

/** The most sets of tags that the open meters of a target keep apart; 100 VMs have a dozen or two. */
const mostShares = 64;
/** The number of sets from which a new one is reduced, to leave room for the reduced ones. */
const mostWhole = 48;

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

/** Returns a text that is unique to a set of tags. */
export const toTagsKey = ({ kind, dataCenter, gpuModel, createdBy, metadata }: Tags): string =>
  JSON.stringify([kind, dataCenter, gpuModel, createdBy, metadata && Object.entries(metadata).sort()]);

/**
 * Returns a function that finds the share of a set of tags. When there are too many sets, a new one goes to a share
 * without metadata and creator, and at last to the share of all others. All open meters use the same function, so
 * that an hour's shares add up to its day's, and a day's to its month's.
 */
export function shareFinder(running: readonly Rollup[]): (tags: Tags) => Tags {
  const sets = new Map<string, Tags>();
  for (const { shares } of running) for (const { tags } of shares) sets.set(toTagsKey(tags), tags);
  const take = (tags: Tags, most: number): Tags | undefined => {
    const content = toTagsKey(tags);
    const set = sets.get(content);
    if (set !== undefined || sets.size >= most) return set;
    sets.set(content, tags);
    return tags;
  };
  return (tags) =>
    take(tags, mostWhole) ??
    take({ ...tags, createdBy: null, metadata: null }, mostShares - 1) ??
    take(otherTags, mostShares) ??
    otherTags;
}
