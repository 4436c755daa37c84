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
  const whole = z.safeParse(quick, value);
  if (whole.success) return withAbsentFields(schema, { record: whole.data, omissions: [] });
  const left = new Map<string, Omission>();
  for (const issue of whole.error.issues) {
    const place = findOptionalPlace(schema, issue.path);
    if (place === null) return { kind: 'unreadable', mismatch: buildMismatch(issue) };
    const words = pathInWords(place.path);
    if (!left.has(words)) left.set(words, { ...place, mismatch: buildMismatch(issue) });
  }
  const omissions = [...left.values()];
  const rest = z.safeParse(
    quick,
    without(
      value,
      omissions.map(({ path }) => path),
    ),
  );
  if (!rest.success) {
    const [issue] = rest.error.issues;
    return {
      kind: 'unreadable',
      mismatch: issue ? buildMismatch(issue) : { path: '', because: 'unexpected value' },
    };
  }
  return withAbsentFields(schema, { record: rest.data, omissions });
}

/** Lists the fields that were left out of a record, and the required ones that it lacks, in the records that they belong to. */
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
 * Returns the innermost optional field or record of a list around a path; `null` when there is none. A list of values is
 * unreadable as a whole where one of them is: what it would hold without that one is not what the cloud sent.
 */
function findOptionalPlace(schema: z.ZodType, path: Path): Place | null {
  let at = unwrapped(schema);
  let owner: Path = [];
  let place: Place | null = null;
  for (const [index, key] of path.entries()) {
    const here = path.slice(0, index + 1);
    const next = findMemberSchema(at, key);
    if (next === undefined) break;
    const isMember = at instanceof z.ZodArray;
    at = unwrapped(next);
    if (isMember ? holdsId(at) : z.safeParse(next, undefined).success)
      place = { path: here, owner, isWhole: holdsRecords(at) };
    if (holdsId(at)) owner = here;
  }
  return place;
}

/** Returns a value without the parts at some paths. */
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
    const before = lost.filter(
      (one) => pathInWords(one.path.slice(0, -1)) === list && Number(one.path.at(-1)) < Number(key),
    );
    return Reflect.get(at, typeof key === 'number' ? key - before.length : key);
  }, read);
}

/** Lists a field of a record as unreadable. */
export function noteUnreadable(record: unknown, path: Path, because: string): void {
  if (typeof record !== 'object' || record === null) return;
  const { unreadable = [] }: UnreadableFields = record;
  const fact: UnreadableField = { field: pathInWords(path), because };
  Object.assign(record, { unreadable: [...unreadable, fact] });
}
