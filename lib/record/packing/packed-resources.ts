import * as z from 'zod';
import { seenAgain } from '../../model/facts/buffered-observation.ts';
import { areAlike, Resource } from '../../model/facts/resource.ts';
import { type Price, StoredResourcePrice } from '../../model/money/price.ts';
import type { Instant } from '../../model/time/time.ts';
import type { BitReader, BitWriter } from './bits.ts';
import { cellAt, readColumns, type StoredColumns, writeColumns } from './columns.ts';
import { withoutDefaults } from './without-defaults.ts';

const Index = z.number().int().min(0);
/** All fields but those with a column, so that a new field of the model is stored without a change here. */
const Likeness = Resource.omit({ id: true, price: true, createdAt: true, seenAt: true, metadata: true });
const Like = z.array(Likeness);
const sparse = withoutDefaults(Likeness);

/** Resources as columns, with shared values stored once. */
const PackedResources = z.object({
  id: z.array(Resource.shape.id),
  price: z.array(z.union([z.number(), z.string()]).nullable()),
  createdAt: z.array(Resource.shape.createdAt),
  seenAt: z.array(Resource.shape.seenAt),
  metadata: z.array(Resource.shape.metadata),
  metadataOf: z.array(Index),
  like: Like,
  likeOf: z.array(Index),
});
type PackedResources = z.infer<typeof PackedResources>;

const PackedAgain = z.strictObject({ seenAt: PackedResources.shape.seenAt });

/** The stored form of resources that equal those of another observation: when they were observed. */
export const packSeenAt = (seenAt: readonly Instant[], bits: BitWriter): StoredColumns =>
  writeColumns({ seenAt }, bits);

/** @throws an error that describes what is wrong with the stored form. */
export const unpackSeenAt = (stored: StoredColumns, bits: BitReader): Instant[] =>
  PackedAgain.parse(readColumns(stored, bits)).seenAt;

export function packResources(
  resources: readonly Resource[],
  before: readonly Resource[] | null,
  bits: BitWriter,
): StoredColumns {
  if (before !== null && areAlike(resources, before))
    return packSeenAt(
      resources.map(({ seenAt }) => seenAt),
      bits,
    );
  const packed: PackedResources = {
    id: [],
    price: storedPrices(resources),
    createdAt: [],
    seenAt: [],
    metadata: [],
    metadataOf: [],
    like: [],
    likeOf: [],
  };
  const metadataIndex = indexInto(packed.metadata);
  const likeIndex = indexInto(packed.like);
  for (const { id, price: _price, createdAt, seenAt, metadata, ...like } of resources) {
    packed.id.push(id);
    packed.createdAt.push(createdAt);
    packed.seenAt.push(seenAt);
    packed.metadataOf.push(metadataIndex(metadata));
    packed.likeOf.push(likeIndex(like));
  }
  return writeColumns({ ...packed, like: z.encode(Like, packed.like).map(sparse) }, bits);
}

/** @throws an error that describes what is wrong with the stored form. */
export function unpackResources(
  stored: StoredColumns,
  before: readonly Resource[] | null,
  bits: BitReader,
): Resource[] {
  if (!('id' in stored)) return seenAgain(before ?? [], unpackSeenAt(stored, bits));
  const packed = PackedResources.parse(readColumns(stored, bits));
  const priceOf = priceReader();
  // A spread in place of `assign` takes twenty times as long on Node 20: 0.3 ms for 100 resources.
  return packed.id.map((id, index) =>
    Object.assign({}, cellAt(packed.like, cellAt(packed.likeOf, index)), {
      id,
      price: priceOf(cellAt(packed.price, index)),
      createdAt: cellAt(packed.createdAt, index),
      seenAt: cellAt(packed.seenAt, index),
      metadata: cellAt(packed.metadata, cellAt(packed.metadataOf, index)),
    }),
  );
}

type StoredPrice = PackedResources['price'][number];

/** Stores prices as plain numbers if each of them reads back exactly, and else as text. */
function storedPrices(resources: readonly Resource[]): StoredPrice[] {
  const texts = resources.map(({ price }) => price && StoredResourcePrice.encode(price));
  const areExact = texts.every((text) => text === null || String(Number(text)) === text);
  return areExact ? texts.map((text) => (text === null ? null : Number(text))) : texts;
}

/** Shares one object among equal prices. */
function priceReader(): (stored: StoredPrice) => Price | null {
  const known = new Map<StoredPrice, Price | null>();
  return (stored) => {
    const price = known.get(stored) ?? Resource.shape.price.parse(stored === null ? null : String(stored));
    known.set(stored, price);
    return price;
  };
}

/** Returns the index of a value in a list by its content, adding it if it is new. */
function indexInto<T>(list: T[]): (value: T) => number {
  const places = new Map<string, number>();
  return (value) => {
    const content = JSON.stringify(value);
    const known = places.get(content);
    if (known !== undefined) return known;
    places.set(content, list.push(value) - 1);
    return list.length - 1;
  };
}
