import * as z from 'zod';
import type { ReadInPart, Unreadable } from '../model/facts/unreadable.ts';
import { compiled } from './compiled.ts';
import { type Misfit, misfitOf, pathInWords } from './misfit.ts';

type Path = readonly PropertyKey[];

/** A record of the cloud, as far as it can be read. */
export type ReadRecord<T> =
  | {
      readonly kind: 'read';
      /** Each record in it, itself included, names its own fields that could not be read (`ReadInPart`). */
      readonly record: T;
      /** All fields that were left out, by their paths from the record on. */
      readonly fields: readonly Misfit[];
      /** What was left out whole, such as a machine without an id from its cluster. */
      readonly lost: readonly Misfit[];
    }
  /** It has nothing to know it by. */
  | { readonly kind: 'unreadable'; readonly misfit: Misfit };

/**
 * Reads a record field by field. A field that does not fit its schema and may be missing is left out, which makes
 * that one fact unknown, and its record says so in `unreadable`. Write schemas as ever: whatever a record is not
 * known by is `optional`, and no more is needed for a field to be read in this way.
 */
export function readRecord<S extends z.ZodType>(schema: S, value: unknown): ReadRecord<z.output<S>> {
  const quick = compiled(schema);
  const whole = z.safeParse(quick, value);
  if (whole.success) return { kind: 'read', record: whole.data, fields: [], lost: [] };
  const left = new Map<string, Omission>();
  for (const issue of whole.error.issues) {
    const place = placeOf(schema, issue.path);
    if (place === null) return { kind: 'unreadable', misfit: misfitOf(issue) };
    const words = pathInWords(place.path);
    if (!left.has(words)) left.set(words, { ...place, misfit: misfitOf(issue) });
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
    return { kind: 'unreadable', misfit: issue ? misfitOf(issue) : { path: '', because: 'does not fit' } };
  }
  const fields = omissions.filter(({ isWhole }) => !isWhole);
  const lost = omissions.filter(({ isWhole }) => isWhole);
  for (const { path, owner, misfit } of fields) {
    const field = pathInWords(path.slice(owner.length));
    note(recordAt(rest.data, owner, lost), { field, because: misfit.because });
  }
  return {
    kind: 'read',
    record: rest.data,
    fields: fields.map(({ misfit }) => misfit),
    lost: lost.map(({ misfit }) => misfit),
  };
}

/** What can be left out of a value, so that the rest of it fits. */
type Place = {
  readonly path: Path;
  /** Where the record begins that the field is one of. */
  readonly owner: Path;
  /** Whether it is a member of a list, a record of its own or a list of such, rather than a fact about one. */
  readonly isWhole: boolean;
};
type Omission = Place & { readonly misfit: Misfit };

/** The innermost field around a path that may be missing, or the member of a list; `null` where there is none. */
function placeOf(schema: z.ZodType, path: Path): Place | null {
  let at = bare(schema);
  let owner: Path = [];
  let place: Place | null = null;
  for (const [index, key] of path.entries()) {
    const here = path.slice(0, index + 1);
    const next = memberOf(at, key);
    if (next === undefined) break;
    const isMember = at instanceof z.ZodArray;
    at = bare(next);
    if (isMember || z.safeParse(next, undefined).success)
      place = { path: here, owner, isWhole: isMember || holdsRecords(at) };
    if (isRecord(at)) owner = here;
  }
  return place;
}

/** What a list holds, or an object in one of its fields; maps and values have no parts that could be left out alone. */
function memberOf(schema: z.ZodType, key: PropertyKey): z.ZodType | undefined {
  const member: unknown =
    schema instanceof z.ZodArray
      ? schema.element
      : schema instanceof z.ZodObject
        ? schema.shape[String(key)]
        : undefined;
  return member instanceof z.ZodType ? member : undefined;
}

/** Whether it is something that has a name of its own. */
const isRecord = (schema: z.ZodType): boolean => schema instanceof z.ZodObject && 'id' in schema.shape;

/** Whether something with a name of its own is lost with it, rather than a fact. */
const holdsRecords = (schema: z.ZodType): boolean =>
  isRecord(schema) ||
  (schema instanceof z.ZodArray && schema.element instanceof z.ZodType && isRecord(bare(schema.element)));

/** A schema without what is around it: whether it may be missing, and what is done to it before it is read. */
function bare(schema: z.ZodType): z.ZodType {
  const inner =
    schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? schema.unwrap() : undefined;
  return inner instanceof z.ZodType ? bare(inner) : schema;
}

/** The same value without what is at some paths. */
function without(value: unknown, paths: readonly Path[]): unknown {
  if (paths.length === 0 || typeof value !== 'object' || value === null) return value;
  const isGone = (key: string) => paths.some((path) => path.length === 1 && String(path[0]) === key);
  const within = (key: string) =>
    paths.filter((path) => String(path[0]) === key).map((path) => path.slice(1));
  const kept = Object.entries(value)
    .filter(([key]) => !isGone(key))
    .map(([key, member]) => [key, without(member, within(key))] as const);
  return Array.isArray(value) ? kept.map(([, member]) => member) : Object.fromEntries(kept);
}

/** What stands at a path of what was read, from which some members of lists were lost. */
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
