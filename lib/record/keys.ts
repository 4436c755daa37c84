import { createHash } from 'node:crypto';
import type { TargetId } from '../model/ids.ts';
import type { JournalEntry } from '../model/journal.ts';
import { partitionCount, partitionOf, type Shard, takesFrom } from '../model/shard.ts';
import type { PeriodUnit } from '../model/time/period.ts';
import { type Instant, instant, isoInstant } from '../model/time/time.ts';
import { LedgerError } from './ledger.ts';

/** Where an item stands in the table. */
export type Key = { readonly pk: string; readonly sk: string };
/** Items of one partition with `first <= sk <= last`. */
export type KeyRange = { readonly pk: string; readonly first: string; readonly last: string };

const partition = (number: number): string => `shard#${number}`;

export const headKey = (target: TargetId): Key => ({ pk: partition(partitionOf(target)), sk: target });

/**
 * The heads of a shard's projects, of projects that share their partitions, and of all accounts and groups. The ids
 * of targets begin with "account/", "group/" or "project/", and "0" comes after "/".
 */
export const headRanges = (shard: Shard): readonly KeyRange[] =>
  Array.from({ length: partitionCount }, (_, number) => ({
    pk: partition(number),
    first: 'account/',
    last: takesFrom(shard, number) ? 'project0' : 'group0',
  }));

/**
 * A part of a head too large for one item. The digest is of the head's bytes: of two who write the
 * same `seq`, neither touches the other's.
 */
export const headChunkKey = (target: TargetId, seq: number, digest: string, chunk: number): Key => ({
  pk: partsOf(target),
  sk: `head#${fixed(seq, 12)}#${digest}#${fixed(chunk, 3)}`,
});

/** Parts of heads have partitions of their own: whoever may delete them may delete no history and no audit line. */
const partsOf = (target: TargetId): string => `head#${target}`;

/** All the parts of one head. */
export function headChunks(target: TargetId, seq: number, digest: string): KeyRange {
  const prefix = `head#${fixed(seq, 12)}#${digest}#`;
  return { pk: partsOf(target), first: prefix, last: `${prefix}~` };
}

/** The parts of all heads of a target before `seq`. */
export const headChunksBefore = (target: TargetId, seq: number): KeyRange => ({
  pk: partsOf(target),
  first: 'head#',
  last: `head#${fixed(seq, 12)}`,
});

/** A part of a head that could not be read and made way for a new one. */
export const asideKey = (target: TargetId, seq: number, part: number): Key => ({
  pk: target,
  sk: `aside#${fixed(seq, 12)}#${fixed(part, 3)}`,
});

/** A part of what was seen, or of what monitors told, at a moment. */
export const momentKey = (target: TargetId, kind: 'observed' | 'use', at: Instant, chunk: number): Key => ({
  pk: target,
  sk: `${kind}#${sortable(at)}#${fixed(chunk, 3)}`,
});

export const meterKey = (target: TargetId, unit: PeriodUnit, from: Instant): Key => ({
  pk: target,
  sk: `${unit}#${sortable(from)}`,
});

/** A sort key may have 1,024 bytes; of a longer id the digest stands in it. */
const longestId = 900;

export function journalKey(target: TargetId, { at, id }: Pick<JournalEntry, 'at' | 'id'>): Key {
  const name = Buffer.byteLength(id) <= longestId ? id : digestOf(id);
  return { pk: target, sk: `log#${sortable(at)}#${name}` };
}

/** How many acts the caps have let through: the one record for all targets. */
export const controlKey: Key = { pk: 'control', sk: 'caps' };

/** What runs noted of their own blindness: a partition of its own, so that `watch` may write it and no more. */
export const noteKey = (matter: string): Key => ({ pk: 'noted', sk: matter });
export const noteRange: KeyRange = { pk: 'noted', first: 'a', last: '~' };

/** What a person told spendwatch. */
export const overrideKey = (id: string): Key => ({
  pk: 'control',
  sk: `override#${Buffer.byteLength(id) <= longestId ? id : digestOf(id)}`,
});
export const overrideRange: KeyRange = { pk: 'control', first: 'override#', last: 'override$' };

/** The kinds of history; what their sort keys begin with. */
export type HistoryKind = 'observed' | 'use' | 'log' | PeriodUnit;

/**
 * The items of `[from, until)`; `null` when there is no moment in it. The zone's letter is left off
 * both ends: a key at `until` goes on from there, so it sorts behind the end.
 */
export function historyRange(
  target: TargetId,
  kind: HistoryKind,
  from: Instant,
  until: Instant,
): KeyRange | null {
  const edge = (at: Instant): string => `${kind}#${sortable(at).slice(0, -1)}`;
  return from < until ? { pk: target, first: edge(from), last: edge(until) } : null;
}

export const digestOf = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

const fixed = (number: number, width: number): string => String(number).padStart(width, '0');

/** The years 0 to 9999: others are written with a sign and six digits, which would sort among these. */
const firstMoment = -62_167_219_200_000;
export const lastMoment = instant(253_402_300_799_999);

/** @throws LedgerError for a moment that no key can hold, such as one meant as "for ever". */
export function checkMoment(at: Instant): void {
  if (at >= firstMoment && at <= lastMoment) return;
  throw new LedgerError(`the ledger cannot hold the moment ${at}: it is outside of the years 0 to 9999`);
}

/** "2026-11-21T05:16:00.000Z": of one width, so that text sorts as time does. */
function sortable(at: Instant): string {
  checkMoment(at);
  const text = isoInstant(at);
  return text.includes('.') ? text : text.replace('Z', '.000Z');
}
