import type { Resource } from '../model/facts/resource.ts';
import type { Rollup } from '../model/money/meter.ts';
import { otherTags, type Tags } from '../model/money/share.ts';
import type { Claim } from '../model/override.ts';

/** Most sets of tags that the running meters of a target tell apart; those of 100 VMs are a dozen or two. */
const mostShares = 64;
/** From here on a new set is told by less, so that there is room for what less it is told by. */
const mostWhole = 48;

/** What of a resource its cost is attributed by. What people claim of it goes before its metadata. */
export function tagsOf(
  { kind, dataCenter, gpuModel, createdBy, metadata }: Resource,
  keys: readonly string[],
  claim: Claim = {},
): Tags {
  const known = new Map([
    ...Object.entries(metadata ?? {}),
    ...Object.entries(claim).filter(([, said]) => said !== undefined),
  ]);
  const named: Record<string, string> = {};
  for (const key of keys) {
    const value = known.get(key);
    if (value !== undefined) named[key] = value;
  }
  if (metadata === null && Object.keys(named).length === 0)
    return { kind, dataCenter, gpuModel, createdBy, metadata };
  return { kind, dataCenter, gpuModel, createdBy, metadata: named };
}

/** Tells a set of tags from every other. */
export const contentOf = ({ kind, dataCenter, gpuModel, createdBy, metadata }: Tags): string =>
  JSON.stringify([kind, dataCenter, gpuModel, createdBy, metadata && Object.entries(metadata).sort()]);

/**
 * Finds for each set of tags the share that it goes to. Where there are too many sets, a new one goes to
 * a share without metadata and creator, and at last to that of all others. It is one for all running
 * meters, so that each share's hours come to its days, and its days to its months.
 */
export function shareFinder(running: readonly Rollup[]): (tags: Tags) => Tags {
  const known = new Map<string, Tags>();
  for (const { shares } of running) for (const { tags } of shares) known.set(contentOf(tags), tags);
  const take = (tags: Tags, most: number): Tags | undefined => {
    const content = contentOf(tags);
    const found = known.get(content);
    if (found !== undefined || known.size >= most) return found;
    known.set(content, tags);
    return tags;
  };
  return (tags) =>
    take(tags, mostWhole) ??
    take({ ...tags, createdBy: null, metadata: null }, mostShares - 1) ??
    take(otherTags, mostShares) ??
    otherTags;
}
