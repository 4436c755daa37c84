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
 * Returns the ranges that contain the heads of a shard's projects and of all accounts and groups, but also of projects that
 * share their partitions. The ids of targets begin with "account", "group" or "project", then "/" or, with a connection,
 * "@"; "A" sorts after both.
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

/** Returns the partition of the chunks of heads, which is separate so that permission to delete them excludes history. */
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

/** Returns the key of a part of the copy of an unreadable head that was replaced. */
export const asideKey = (target: TargetId, seq: number, part: number): Key => ({
  pk: target,
  sk: `aside#${fixed(seq, 12)}#${fixed(part, 3)}`,
});

/** Returns the key of a part of the observations, or of the usage samples, of an instant. */
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

/** Returns the key of periods that the platform reported together; `latest` is the start of the last one. */
export const pastKey = (target: TargetId, latest: Instant): Key => ({
  pk: target,
  sk: `past#${sortable(latest)}`,
});

/** Returns the range of the items that may contain reported periods from an instant on. */
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

/** The host of a push in its quarter of an hour: the first one, or another one with the same token. */
export type PushLane = 'first' | 'other';

/** Returns the key of the push of a VM in a quarter of an hour. All pushes share one partition, which `watch` reads once a run. */
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
 * Returns the key of an override. Overrides and uses of links have partitions of their own, so that operators and answer
 * links need no permission to write other records.
 */
export const overrideKey = (id: string): Key => ({ pk: 'overrides', sk: shortened(id) });
/** The range of the whole partition of overrides, so that one with a damaged key is found too. */
export const overrideRange: KeyRange = { pk: 'overrides', first: '\u0001', last: '\u{10ffff}' };
export const linkUseKey = (id: string): Key => ({ pk: 'used-links', sk: id });

/** The kinds of history. The sort key of an item of history begins with its kind. */
export type HistoryKind = 'observed' | 'use' | 'log' | 'past' | PeriodUnit;

/**
 * Returns the range of the items of `[from, until)`; `null` if it is empty. Both ends lack the "Z" of the zone, so that a
 * key at `until` is longer than the end and sorts after it.
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

/** Returns an id, or the digest of one over 900 bytes, because a sort key may have at most 1,024. */
const shortened = (id: string): string => (Buffer.byteLength(id) <= 900 ? id : computeDigest(id));

const fixed = (number: number, width: number): string => String(number).padStart(width, '0');

/** The first and last instant of the years 0 to 9999. Others have a sign and six digits, which would sort among these. */
const firstMoment = -62_167_219_200_000;
export const lastMoment = instant(253_402_300_799_999);

/** @throws LedgerError for an instant outside of the years 0 to 9999, such as one that means "never". */
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
