import { type Part, partOf } from '../model/facts/observation.ts';
import { type Resource, toResourceKey } from '../model/facts/resource.ts';
import { groupByKey } from '../model/grouped-by.ts';
import { stableHash } from '../model/stable-hash.ts';
import { computeSpan, hours, type Instant, type Span } from '../model/time/time.ts';
import { formatShortList } from '../model/words.ts';
import { type Answer, isWhole } from './http/answer.ts';
import { CloudError } from './http/errors.ts';

/** A list of resources that was read: its part, the kinds that it lists completely, and the answer. */
export type ResourceListing = {
  readonly part: Part;
  readonly kinds: readonly Resource['kind'][];
  readonly answer: Answer<readonly Resource[]>;
};

/** The result of reading a record by its id. `unsupported`: the platform does not read its kind by id. */
export type RecordLookup =
  | { readonly kind: 'exists'; readonly resources: readonly Resource[] }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unsupported' }
  | { readonly kind: 'unknown'; readonly because: string };

/** Converts the error of a read by id. Only the API's own "not found" proves that the resource is gone. */
export function readOfError(error: unknown): RecordLookup {
  if (!(error instanceof CloudError)) throw error;
  if (error.provesAbsence) return { kind: 'gone' };
  return error.kind === 'unsupported' && error.by === 'api'
    ? { kind: 'unsupported' }
    : { kind: 'unknown', because: error.message };
}

/** The results for known resources that complete lists no longer include. */
export type Absences = {
  /** The keys of the resources that are proven to be gone. */
  readonly gone: ReadonlySet<string>;
  /** The resources that exist although their list omits them, as they were just read. */
  readonly existing: readonly Resource[];
  /** The reason why the list of a part is not believed. */
  readonly doubts: ReadonlyMap<Part, string>;
};

/** The most records that are read by id in one poll of a target. */
const mostRead = 20;
/** The time after which lists alone are believed, where the platform does not read a kind by id. */
const listsAloneFor: Span = hours(3);

/**
 * Checks by id whether known resources that complete lists omit are gone (invariant 22), up to 20 records in one poll. Where
 * the platform does not read a kind by id, its lists are believed after three hours. An absence that is not proven makes its
 * list incomplete.
 */
export async function proveAbsences(
  knownResources: readonly Resource[],
  inventories: readonly ResourceListing[],
  at: Instant,
  read: (resource: Resource) => Promise<RecordLookup>,
): Promise<Absences> {
  const records = groupByKey(findMissingResources(knownResources, inventories), getRecordKey);
  const due = selectRecordsToRead([...records.keys()], at);
  const results = await Promise.all(
    [...records].map(async ([record, resources]) => ({
      resources,
      result: due.has(record) ? await read(resources[0]) : notReadYet,
    })),
  );
  const gone = new Set<string>();
  const existing: Resource[] = [];
  const doubts = new Map<Part, string[]>();
  for (const { resources, result } of results) {
    const lost = new Set(resources.map(toResourceKey));
    if (result.kind === 'exists')
      existing.push(...result.resources.filter((found) => lost.has(toResourceKey(found))));
    for (const resource of resources) {
      const key = toResourceKey(resource);
      const reason = reasonToDoubt(resource, result, at);
      const part = partOf[resource.kind];
      if (reason === null) gone.add(key);
      else doubts.set(part, [...(doubts.get(part) ?? []), `${key} (${reason})`]);
    }
  }
  const because = (names: readonly string[]) =>
    `the list no longer includes ${formatShortList(names, mostNamed)}`;
  return { gone, existing, doubts: new Map([...doubts].map(([part, names]) => [part, because(names)])) };
}

const mostNamed = 3;
const notReadYet = { kind: 'unknown', because: 'not looked up by its id yet' } as const;

/** Returns the known resources that a complete list lacks, without those that were seen to be gone before. */
function findMissingResources(
  resources: readonly Resource[],
  inventories: readonly ResourceListing[],
): Resource[] {
  const listed = new Set<string>();
  const kinds = new Set<Resource['kind']>();
  for (const { kinds: listedKinds, answer } of inventories) {
    if (answer.kind !== 'answered' || !isWhole(answer)) continue;
    for (const kind of listedKinds) kinds.add(kind);
    for (const resource of answer.value) listed.add(toResourceKey(resource));
  }
  return resources.filter(
    (resource) =>
      kinds.has(resource.kind) && resource.activity !== 'gone' && !listed.has(toResourceKey(resource)),
  );
}

/** Returns the records to read in this poll. Where there are too many, each poll takes others. */
function selectRecordsToRead(records: readonly string[], at: Instant): ReadonlySet<string> {
  const ranked = records.map((record) => ({ record, rank: stableHash(`${at}#${record}`) }));
  const first = ranked.toSorted((left, right) => left.rank - right.rank).slice(0, mostRead);
  return new Set(first.map(({ record }) => record));
}

/** Returns the key of the record that shows a resource: for a machine of a cluster, that of its cluster. */
const getRecordKey = (resource: Resource): string =>
  resource.cluster === null ? toResourceKey(resource) : `cluster/${resource.cluster}`;

/** Returns why a missing resource may still exist; `null` where its absence is proven. */
function reasonToDoubt(resource: Resource, result: RecordLookup, at: Instant): string | null {
  if (result.kind === 'gone') return null;
  if (result.kind === 'unknown') return result.because;
  if (result.kind === 'unsupported') {
    const { unlistedSince } = resource;
    const isLong = unlistedSince !== undefined && computeSpan(unlistedSince, at) >= listsAloneFor;
    return isLong ? null : 'the platform cannot look it up by its id';
  }
  const { resources } = result;
  const match = resources.find((found) => toResourceKey(found) === toResourceKey(resource));
  if (match !== undefined) return match.activity === 'gone' ? null : 'it exists';
  const isItsRecord =
    resources.length === 0 || resources.some((found) => toResourceKey(found) === getRecordKey(resource));
  return isItsRecord ? null : 'the platform returned another record';
}
