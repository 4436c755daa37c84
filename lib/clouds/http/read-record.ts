import * as z from 'zod';
import type { UnreadableField, UnreadableFields } from '../../model/facts/unreadable.ts';
import { buildMismatch, type Mismatch, pathInWords } from './mismatch.ts';
import { absentFields } from './required-field.ts';
import { findMemberSchema, holdsId, holdsRecords, unwrapped } from './schema-parts.ts';

const readers = new WeakMap<z.ZodType, z.ZodType>();

/**
 * Compiles a schema into one function, which reads a reply in half the time. It is compiled on first use, as a short run
 * needs few of the schemas.
 */
export function compiled<T extends z.ZodType>(schema: T): T {
  const reader = readers.get(schema);
  // A schema kept here was compiled from this very schema.
  if (reader !== undefined) return reader as T;
  const quick = z.compile(schema);
  readers.set(schema, quick);
  return quick;
}

type Path = readonly PropertyKey[];

/** A record of the cloud, as far as it is readable. */
type ReadRecord<T> =
  | {
      readonly kind: 'read';
      /** The record. It and each record in it list their own unreadable fields (`UnreadableFields`). */
      readonly record: T;
      /** All unreadable fields, by their paths from the record. */
      readonly fields: readonly Mismatch[];
      /** Nested records that were left out, such as a cluster's machine without an id. */
      readonly lost: readonly Mismatch[];
    }
  /** Its id is unreadable. */
  | { readonly kind: 'unreadable'; readonly mismatch: Mismatch };

/**
 * Reads a record field by field. An optional field that does not match its schema is left out and listed in the record's
 * `unreadable`, so that only this fact is unknown. Schemas need no preparation beyond marking all but the id `optional`.
 */
export function readRecord<S extends z.ZodType>(schema: S, value: unknown): ReadRecord<z.output<S>> {
  const quick = compiled(schema);
  const complete = z.safeParse(quick, value);
  if (complete.success) return withAbsentFields(schema, { record: complete.data, omissions: [] });
  const omitted = new Map<string, Omission>();
  for (const issue of complete.error.issues) {
    const place = findOptionalPlace(schema, issue.path);
    if (place === null) return { kind: 'unreadable', mismatch: buildMismatch(issue) };
    const pathText = pathInWords(place.path);
    if (!omitted.has(pathText)) omitted.set(pathText, { ...place, mismatch: buildMismatch(issue) });
  }
  const omissions = [...omitted.values()];
  const reduced = z.safeParse(
    quick,
    without(
      value,
      omissions.map(({ path }) => path),
    ),
  );
  if (!reduced.success) {
    const [issue] = reduced.error.issues;
    return {
      kind: 'unreadable',
      mismatch: issue ? buildMismatch(issue) : { path: '', because: 'unexpected value' },
    };
  }
  return withAbsentFields(schema, { record: reduced.data, omissions });
}

/** Adds the omitted fields, and the required ones that are absent, to `unreadable` of the records that they belong to. */
function withAbsentFields<S extends z.ZodType>(
  schema: S,
  { record, omissions }: { readonly record: z.output<S>; readonly omissions: readonly Omission[] },
): ReadRecord<z.output<S>> {
  const lost = omissions.filter(({ isWhole }) => isWhole);
  const leftOut = omissions.filter(({ isWhole }) => !isWhole);
  for (const { path, owner, mismatch } of leftOut)
    noteUnreadable(findRecordByPath(record, owner, lost), path.slice(owner.length), mismatch.because);
  const named = new Set(leftOut.map(({ path }) => pathInWords(path)));
  const absent = absentFields(schema, record).filter(({ path }) => !named.has(pathInWords(path)));
  for (const { path, owner, mismatch } of absent)
    noteUnreadable(findRecordByPath(record, owner, []), path.slice(owner.length), mismatch.because);
  return {
    kind: 'read',
    record,
    fields: [...leftOut, ...absent].map(({ mismatch }) => mismatch),
    lost: lost.map(({ mismatch }) => mismatch),
  };
}

/** A part of a value that can be left out so that the rest matches its schema. */
type Place = {
  readonly path: Path;
  /** The path of the record that the field belongs to. */
  readonly owner: Path;
  /** True if it is a record or a list of records, rather than a field of one. */
  readonly isWhole: boolean;
};
type Omission = Place & { readonly mismatch: Mismatch };

/**
 * Returns the innermost optional field, or record of a list, on a path; `null` when there is none. A list of plain values is
 * omitted as a whole when one of them is unreadable, since a shorter list is not what the cloud sent.
 */
function findOptionalPlace(schema: z.ZodType, path: Path): Place | null {
  let current = unwrapped(schema);
  let owner: Path = [];
  let place: Place | null = null;
  for (const [index, key] of path.entries()) {
    const prefix = path.slice(0, index + 1);
    const next = findMemberSchema(current, key);
    if (next === undefined) break;
    const isMember = current instanceof z.ZodArray;
    current = unwrapped(next);
    if (isMember ? holdsId(current) : z.safeParse(next, undefined).success)
      place = { path: prefix, owner, isWhole: holdsRecords(current) };
    if (holdsId(current)) owner = prefix;
  }
  return place;
}

/** Returns a copy of a value without the parts at these paths. */
function without(value: unknown, paths: readonly Path[]): unknown {
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value;
  const isGone = (key: string) => paths.some((path) => path.length === 1 && String(path[0]) === key);
  const within = (key: string) =>
    paths.filter((path) => String(path[0]) === key).map((path) => path.slice(1));
  const entries = Object.entries(value)
    .filter(([key]) => !isGone(key))
    .map(([key, member]) => [key, without(member, within(key))] as const);
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

/** Returns the record at a path, in a value whose lists may have lost items. */
function findRecordByPath(read: unknown, path: Path, lost: readonly Place[]): unknown {
  return path.reduce<unknown>((at, key, index) => {
    if (typeof at !== 'object' || at === null) return undefined;
    const list = pathInWords(path.slice(0, index));
    const lostBefore = lost.filter(
      (place) => pathInWords(place.path.slice(0, -1)) === list && Number(place.path.at(-1)) < Number(key),
    );
    return Reflect.get(at, typeof key === 'number' ? key - lostBefore.length : key);
  }, read);
}

/** Adds a field to the `unreadable` list of a record, in place. */
export function noteUnreadable(record: unknown, path: Path, because: string): void {
  if (typeof record !== 'object' || record === null) return;
  const { unreadable = [] }: UnreadableFields = record;
  const fact: UnreadableField = { field: pathInWords(path), because };
  Object.assign(record, { unreadable: [...unreadable, fact] });
}
