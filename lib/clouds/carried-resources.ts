import { type Resource, toResourceKey } from '../model/facts/resource.ts';
import { free } from '../model/money/money.ts';
import { quoted } from '../model/money/price.ts';
import type { Instant } from '../model/time/time.ts';
import type { Absences, ResourceListing } from './absence.ts';
import { isWhole } from './http/answer.ts';

/**
 * Returns the resources of this poll, with those carried over whose part was not due or not read in full, or whose
 * absence is not proven.
 */
export function carriedResources(
  {
    inventories,
    absences: { gone, existing },
    at,
  }: { readonly inventories: readonly ResourceListing[]; readonly absences: Absences; readonly at: Instant },
  previous: readonly Resource[],
): Resource[] {
  const resources: Resource[] = [];
  const due = new Set(inventories.flatMap(({ kinds }) => kinds));
  for (const { kinds, answer } of inventories) {
    const seenResources = [
      ...(answer.kind === 'answered' ? answer.value : []),
      ...existing.filter(({ kind }) => kinds.includes(kind)),
    ];
    const ids = new Set(seenResources.map(toResourceKey));
    const clusters = new Set(seenResources.flatMap(({ kind, id }) => (kind === 'cluster' ? id : [])));
    const others = previous
      .filter((resource) => kinds.includes(resource.kind) && !ids.has(toResourceKey(resource)))
      .map((resource) => withoutCountedPrice(resource, clusters));
    const carried = isWhole(answer)
      ? others
          .filter((resource) => resource.activity !== 'gone' && !gone.has(toResourceKey(resource)))
          .map((resource) => ({ ...resource, unlistedSince: resource.unlistedSince ?? at }))
      : others;
    resources.push(...seenResources, ...carried);
  }
  return [...resources, ...previous.filter(({ kind }) => !due.has(kind))];
}

/** Returns a carried resource as free if its cluster was read in this poll, as the price of the cluster then includes it. */
function withoutCountedPrice(resource: Resource, clusters: ReadonlySet<string>): Resource {
  const { cluster } = resource;
  return cluster !== null && clusters.has(cluster) ? { ...resource, price: quoted(free) } : resource;
}
