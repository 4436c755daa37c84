import { createHash } from 'node:crypto';
import { type Push, toQuarterStart } from '../model/facts/push.ts';
import type { TargetId } from '../model/ids.ts';
import { computePartition, coversPartition, partitionCount, type Shard } from '../model/shard.ts';
import type { PeriodUnit } from '../model/time/period.ts';
import { type Instant, instant, isoInstant } from '../model/time/time.ts';
import type { BlindNote } from '../state/control.ts';
import type { JournalEntry } from '../state/journal.ts';
import { LedgerError } from './ledger.ts';

export type Key = { readonly pk: string; readonly sk: string };
/** The items of one partition with `first <= sk <= last`. */
export type KeyRange = { readonly pk: string; readonly first: string; readonly last: string };

const partition = (number: number): string => `shard#${number}`;

export const headKey = (target: TargetId): Key => ({ pk: partition(computePartition(target)), sk: target });

/**
 * Returns the ranges of the heads of a shard's projects, of projects that share their partitions, and of all accounts and
 * groups. The ids of targets begin with "account", "group" or "project", then "/" or, with a connection, "@"; "A" comes
 * after both.
 */
export const headRanges = (shard: Shard): readonly KeyRange[] =>
  Array.from({ length: partitionCount }, (_, number) => ({
    pk: partition(number),
    first: 'account/',
    last: coversPartition(shard, number) ? 'projectA' : 'groupA',
  }));

/**
 * Returns the key of a part of a head that is too large for one item. It holds a digest of the head's bytes, so that two
 * writers of the same `seq` do not overwrite each other.
 */
export const headChunkKey = (target: TargetId, seq: number, digest: string, chunk: number): Key => ({
  pk: formatChunkPartition(target),
  sk: `head#${fixed(seq, 12)}#${digest}#${fixed(chunk, 3)}`,
});

/** Returns the partition of the parts of heads. It is separate, so that permission to delete them does not extend to history. */
const formatChunkPartition = (target: TargetId): string => `head#${target}`;

/** Returns the range of all parts of one head. */
export function headChunks(target: TargetId, seq: number, digest: string): KeyRange {
  const prefix = `head#${fixed(seq, 12)}#${digest}#`;
  return { pk: formatChunkPartition(target), first: prefix, last: `${prefix}~` };
}

/** Returns the range of the parts of all heads of a target before `seq`. */
export const earlierHeadChunks = (target: TargetId, seq: number): KeyRange => ({
  pk: formatChunkPartition(target),
  first: 'head#',
  last: `head#${fixed(seq, 12)}`,
});

/** Returns the key of a kept part of an unreadable head that was replaced. */
export const asideKey = (target: TargetId, seq: number, part: number): Key => ({
  pk: target,
  sk: `aside#${fixed(seq, 12)}#${fixed(part, 3)}`,
});

/** Returns the key of a part of the observations, or of the usage samples, of a moment. */
export const momentKey = (target: TargetId, kind: 'observed' | 'use', at: Instant, chunk: number): Key => ({
  pk: target,
  sk: `${kind}#${sortable(at)}#${fixed(chunk, 3)}`,
});

/** Returns the key of a part of the use of a project's VMs. */
export const fleetUseKey = (target: TargetId, part: number): Key => ({
  pk: target,
  sk: `weeks-of-use#${fixed(part, 3)}`,
});
export const fleetUseRange = (target: TargetId): KeyRange => ({
  pk: target,
  first: 'weeks-of-use#',
  last: 'weeks-of-use#~',
});

export const meterKey = (target: TargetId, unit: PeriodUnit, from: Instant): Key => ({
  pk: target,
  sk: `${unit}#${sortable(from)}`,
});

/**
 * Returns the key of periods that were read from the platform together, by the start of the latest one: what was read
 * later sorts later.
 */
export const pastKey = (target: TargetId, latest: Instant): Key => ({
  pk: target,
  sk: `past#${sortable(latest)}`,
});

/** Returns the range of the items that may hold such periods from an instant on. */
export const pastRange = (target: TargetId, from: Instant): KeyRange => ({
  pk: target,
  first: `past#${sortable(from)}`,
  last: 'past#~',
});

export const journalKey = (target: TargetId, { at, id }: Pick<JournalEntry, 'at' | 'id'>): Key => ({
  pk: target,
  sk: `log#${sortable(at)}#${shortened(id)}`,
});

/** The key of the control record, which is shared by all targets. */
export const controlKey: Key = { pk: 'control', sk: 'caps' };

/**
 * Returns the key of a note of blindness. Notes have their own partition, so that `watch` may write nothing else
 * there.
 */
export const noteKey = ({ matter, connection }: Pick<BlindNote, 'matter' | 'connection'>): Key => ({
  pk: 'noted',
  sk: connection === undefined ? matter : `${matter}@${connection}`,
});
export const noteRange: KeyRange = { pk: 'noted', first: 'a', last: '~' };

/** The owner of a push in its quarter of an hour: the first host, or another one with the same token. */
export type PushLane = 'first' | 'other';

/** Returns the key of what a machine pushed in a quarter of an hour. All pushes are one partition: `watch` reads it once a run. */
export const pushKey = (
  { machine, at, aliveFrom }: Pick<Push, 'machine' | 'at' | 'aliveFrom'>,
  lane: PushLane = 'first',
): Key => ({
  pk: 'pushed',
  sk: `${sortable(toQuarterStart(at))}#${shortened(machine)}${aliveFrom === undefined ? '' : '#alive'}${lane === 'first' ? '' : '#other'}`,
});
export const pushRange = (from: Instant, until: Instant): KeyRange => ({
  pk: 'pushed',
  first: sortable(toQuarterStart(from)),
  last: sortable(until),
});

/**
 * Returns the key of an override. Overrides and uses of links have partitions of their own, so that those who answer may
 * write nothing else.
 */
export const overrideKey = (id: string): Key => ({ pk: 'overrides', sk: shortened(id) });
/** The range of everything in their partition, so that none is missed whose key is damaged. */
export const overrideRange: KeyRange = { pk: 'overrides', first: '\u0001', last: '\u{10ffff}' };
export const linkUseKey = (id: string): Key => ({ pk: 'used-links', sk: id });

/** The kinds of history. The sort key of an item of history begins with its kind. */
export type HistoryKind = 'observed' | 'use' | 'log' | 'past' | PeriodUnit;

/**
 * Returns the range of the items of `[from, until)`; `null` when it is empty. The letter of the zone is left off both
 * ends: a key at `until` is longer than the end, and sorts after it.
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

export const computeDigest = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** Shortens a long id to its digest, as a sort key may have 1,024 bytes. */
const shortened = (id: string): string => (Buffer.byteLength(id) <= 900 ? id : computeDigest(id));

const fixed = (number: number, width: number): string => String(number).padStart(width, '0');

/** The years 0 to 9999. Others are written with a sign and six digits, which would sort among these. */
const firstMoment = -62_167_219_200_000;
export const lastMoment = instant(253_402_300_799_999);

/** @throws LedgerError for a moment outside of those years, such as one that stands for "never". */
export function checkMoment(at: Instant): void {
  if (at >= firstMoment && at <= lastMoment) return;
  throw new LedgerError(`the ledger cannot hold the time ${at}: it is outside the years 0 to 9999`);
}

/** Returns "2026-11-21T05:16:00.000Z", whose fixed width makes text sort by time. */
function sortable(at: Instant): string {
  checkMoment(at);
  const text = isoInstant(at);
  return text.includes('.') ? text : text.replace('Z', '.000Z');
}
