import * as z from 'zod';
import { priceInWords, StoredPrice } from '../money/money.ts';
import { unsafeCharacters } from '../unsafe-characters.ts';
import { joined } from '../words.ts';
import { ResourceKind } from './resource.ts';

const plurals = {
  vm: ['VM', 'VMs'],
  machine: ['machine', 'machines'],
  cluster: ['cluster', 'clusters'],
  'cluster-machine': ['cluster machine', 'cluster machines'],
  volume: ['volume', 'volumes'],
  disk: ['disk', 'disks'],
  bucket: ['bucket', 'buckets'],
  image: ['image', 'images'],
  network: ['network', 'networks'],
} as const satisfies Record<ResourceKind, readonly [one: string, more: string]>;

/** The words of a cloud for kinds of resources, where they are others than these. */
export type KindWords = Readonly<Partial<Record<ResourceKind, string>>>;

/** Returns "VMs" for "vm", or "pods" where that is the word. */
export const pluralizeKind = (kind: ResourceKind, words: KindWords = {}): string =>
  pickKindWord(kind, 2, words);

function pickKindWord(kind: ResourceKind, count: number, { [kind]: own }: KindWords): string {
  if (own === undefined) return plurals[kind][count === 1 ? 0 : 1];
  return count === 1 ? own : `${own}s`;
}

/** Returns the number of each kind: "2 VMs, 1 disk and 3 images"; `null` when there are none. */
export function kindsInWords(
  resources: readonly { readonly kind: ResourceKind }[],
  words: KindWords = {},
): string | null {
  const counts: Counts = {};
  for (const { kind } of resources) counts[kind] = (counts[kind] ?? 0) + 1;
  return countsInWords(counts, words);
}

function countsInWords(counts: Counts, words: KindWords): string | null {
  const parts = ResourceKind.options.flatMap((kind) => {
    const count = counts[kind] ?? 0;
    return count === 0 ? [] : [`${count} ${pickKindWord(kind, count, words)}`];
  });
  return parts.length === 0 ? null : joined(parts);
}

/** Returns "2 VMs and 3 images", with the first names where only some are deleted; `null` when no resource is known. */
export function atRiskInWords(
  { counts, isPartial, fates }: ResourcesAtRisk,
  words: KindWords,
): string | null {
  const summary = countsInWords(counts, words);
  if (summary === null) return null;
  return `${isPartial ? 'at least ' : ''}${summary}${fates === undefined ? '' : namesInWords(counts, fates.lost)}`;
}

function namesInWords(counts: Counts, names: readonly string[]): string {
  const more = Object.values(counts).reduce((sum, count) => sum + count, 0) - names.length;
  const shown = names.map((name) => name.replace(/\s+/gu, ' ').replace(unsafeCharacters, '?'));
  return ` (${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''})`;
}

/** Reports whether the end of credit may delete something. */
export const mayLose = ({ counts, isPartial, fates }: ResourcesAtRisk): boolean =>
  fates === undefined || isPartial || Object.values(counts).some((count) => count > 0);

/** Names the resources that are deleted at zero credit, to follow "deletes"; `isAll` if the cloud deletes everything. */
const lostInWords = (atRisk: ResourcesAtRisk, isAll: boolean, words: KindWords): string =>
  atRiskInWords(atRisk, words) ??
  (mayLose(atRisk) ? `${isAll ? 'everything' : 'resources'} in its projects` : 'nothing');

/**
 * Returns what else the platform does at zero credit, "stops 1 VM", "keeps 2 volumes …"; empty where it deletes all.
 */
export function sparedInWords({ fates }: ResourcesAtRisk, words: KindWords): string[] {
  if (fates === undefined) return [];
  const { stopped, kept, price } = fates;
  const [stops, keeps] = [countsInWords(stopped, words), countsInWords(kept, words)];
  const cost = price === null ? 'at an unknown price' : `at about ${priceInWords(price)}`;
  return [
    ...(stops === null ? [] : [`stops ${stops}`]),
    ...(keeps === null ? [] : [`keeps ${keeps} for now, still billed ${cost}`]),
  ];
}

/** Returns what the platform does at zero credit, to follow "the platform": "deletes 2 VMs (a, b) and stops 1 VM". */
export const endInWords = (atRisk: ResourcesAtRisk, isAll: boolean, words: KindWords = {}): string =>
  joined([`deletes ${lostInWords(atRisk, isAll, words)}`, ...sparedInWords(atRisk, words)]);

/** The number of resources of each kind, without empty kinds. */
const Counts = z.partialRecord(ResourceKind, z.number().int());
type Counts = z.infer<typeof Counts>;

/** The resources at risk: those that are deleted when an account's credit is gone. */
export const ResourcesAtRisk = z.object({
  counts: Counts,
  /** True if some could not be read, so that there may be more. */
  isPartial: z.boolean(),
  /** The fate of the resources; absent if the cloud deletes all. */
  fates: z
    .object({
      /** The names of the first resources that are deleted: those that people gave them, or their IDs. */
      lost: z.array(z.string()),
      stopped: Counts,
      kept: Counts,
      /** The hourly cost of stopped and kept resources at zero credit, from list prices; `null` when unknown. */
      price: StoredPrice.nullable(),
    })
    .optional(),
});

export type ResourcesAtRisk = z.infer<typeof ResourcesAtRisk>;
