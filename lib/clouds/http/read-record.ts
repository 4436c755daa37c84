import * as z from 'zod';
import type { ReadInPart, Unreadable } from '../../model/facts/unreadable.ts';
import { type Mismatch, mismatchOf, pathInWords } from './mismatch.ts';

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
      /** The record. It and each record in it list their own unreadable fields (`ReadInPart`). */
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
  if (whole.success) return { kind: 'read', record: whole.data, fields: [], lost: [] };
  const left = new Map<string, Omission>();
  for (const issue of whole.error.issues) {
    const place = placeOf(schema, issue.path);
    if (place === null) return { kind: 'unreadable', mismatch: mismatchOf(issue) };
    const words = pathInWords(place.path);
    if (!left.has(words)) left.set(words, { ...place, mismatch: mismatchOf(issue) });
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
      mismatch: issue ? mismatchOf(issue) : { path: '', because: 'unexpected value' },
    };
  }
  const fields = omissions.filter(({ isWhole }) => !isWhole);
  const lost = omissions.filter(({ isWhole }) => isWhole);
  for (const { path, owner, mismatch } of fields) {
    const field = pathInWords(path.slice(owner.length));
    note(recordAt(rest.data, owner, lost), { field, because: mismatch.because });
  }
  return {
    kind: 'read',
    record: rest.data,
    fields: fields.map(({ mismatch }) => mismatch),
    lost: lost.map(({ mismatch }) => mismatch),
  };
}

/** A part of a value that can be left out so that the rest matches its schema. */
type Place = {
  readonly path: Path;
  /** The path of the record that the field belongs to. */
  readonly owner: Path;
  /** True if it is an item of a list, a record or a list of records, rather than a field of one. */
  readonly isWhole: boolean;
};
type Omission = Place & { readonly mismatch: Mismatch };

/** Returns the innermost optional field or list item around a path; `null` when there is none. */
function placeOf(schema: z.ZodType, path: Path): Place | null {
  let at = unwrapped(schema);
  let owner: Path = [];
  let place: Place | null = null;
  for (const [index, key] of path.entries()) {
    const here = path.slice(0, index + 1);
    const next = memberOf(at, key);
    if (next === undefined) break;
    const isMember = at instanceof z.ZodArray;
    at = unwrapped(next);
    if (isMember || z.safeParse(next, undefined).success)
      place = { path: here, owner, isWhole: isMember || holdsRecords(at) };
    if (isRecord(at)) owner = here;
  }
  return place;
}

/** Returns the schema of a list's items or of an object's field. Maps and values have no parts that can be left out. */
function memberOf(schema: z.ZodType, key: PropertyKey): z.ZodType | undefined {
  const member: unknown =
    schema instanceof z.ZodArray
      ? schema.element
      : schema instanceof z.ZodObject
        ? schema.shape[String(key)]
        : undefined;
  return member instanceof z.ZodType ? member : undefined;
}

/** Reports whether a schema is of records with an id. */
const isRecord = (schema: z.ZodType): boolean => schema instanceof z.ZodObject && 'id' in schema.shape;

/** Reports whether leaving a value out loses records with an id. */
const holdsRecords = (schema: z.ZodType): boolean =>
  isRecord(schema) ||
  (schema instanceof z.ZodArray &&
    schema.element instanceof z.ZodType &&
    isRecord(unwrapped(schema.element)));

/** Returns the names of all fields that a schema has, at any depth. */
export function fieldNames(schema: z.ZodType): ReadonlySet<string> {
  const at = unwrapped(schema);
  const members =
    at instanceof z.ZodObject ? Object.values(at.shape) : at instanceof z.ZodArray ? [at.element] : [];
  const names = at instanceof z.ZodObject ? Object.keys(at.shape) : [];
  const within = members.flatMap((member) => (member instanceof z.ZodType ? [...fieldNames(member)] : []));
  return new Set([...names, ...within]);
}

/** Returns a schema without its optional and nullable wrappers. */
export function unwrapped(schema: z.ZodType): z.ZodType {
  const inner =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? schema.unwrap() : undefined;
  return inner instanceof z.ZodType ? unwrapped(inner) : schema;
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
function recordAt(read: unknown, path: Path, lost: readonly Place[]): unknown {
  return path.reduce<unknown>((at, key, index) => {
    if (typeof at !== 'object' || at === null) return undefined;
    const list = pathInWords(path.slice(0, index));
    const before = lost.filter(
      (one) => pathInWords(one.path.slice(0, -1)) === list && Number(one.path.at(-1)) < Number(key),
    );
    return Reflect.get(at, typeof key === 'number' ? key - before.length : key);
  }, read);
}

function note(record: unknown, fact: Unreadable): void {
  if (typeof record !== 'object' || record === null) return;
  const { unreadable = [] }: ReadInPart = record;
  Object.assign(record, { unreadable: [...unreadable, fact] });
}
