import type { Observation } from '../model/facts/observation.ts';
import type { UsageSamples } from '../model/facts/usage.ts';
import { groupByKey } from '../model/grouped-by.ts';
import type { TargetId } from '../model/ids.ts';
import type { Instant } from '../model/time/time.ts';
import type { FleetUse } from '../state/fleet-use.ts';
import {
  expiring,
  type Item,
  ifReadable,
  keyItem,
  readBytesAttribute,
  readItem,
  readNumberAttribute,
  readTextAttribute,
  splitBody,
} from './item.ts';
import { fleetUseKey, type Key, momentKey } from './keys.ts';
import type { UnreadableError } from './ledger.ts';
import {
  decodeObservations,
  decodeSampling,
  decodeUse,
  encodeObservations,
  encodeSampling,
  encodeUse,
} from './packing/codec.ts';
import { computeExpiry } from './retention.ts';

/** Returns observations as items with the time of the last one. Each item has the number of items. */
export function sampleItems(target: TargetId, observations: readonly Observation[]): readonly Item[] {
  const last = observations.at(-1);
  return last === undefined ? [] : momentItems(target, 'observed', last.at, encodeObservations(observations));
}

/** Returns the usage samples of one poll as items. */
export const samplingItems = (target: TargetId, sampling: UsageSamples): readonly Item[] =>
  momentItems(target, 'use', sampling.at, encodeSampling(sampling));

/** Returns the use of VMs as items, which overwrite the previous ones. */
export const fleetUseItems = (target: TargetId, use: FleetUse): readonly Item[] =>
  bodyItems((part) => fleetUseKey(target, part), computeExpiry('use', use.until), encodeUse(use));

/**
 * Reads the use of VMs; `null` if there is none. Unreadable items, such as parts of two writers, are reported and count as
 * none, because the next turn with samples computes the use anew.
 */
export function readFleetUse(
  target: TargetId,
  items: readonly Item[],
  onUnreadable?: (error: UnreadableError) => void,
): FleetUse | null {
  const [first] = items;
  if (first === undefined) return null;
  const decode = () =>
    decodeUse(joinParts(selectBodyParts(items) ?? fail(new RangeError('some of its parts are missing'))));
  const remedy = 'wait for the next poll with samples, which creates it again';
  const read = () => readItem(first, `the weekly usage of VMs of ${target}`, remedy, decode);
  return ifReadable(read, onUnreadable) ?? null;
}

const momentItems = (
  target: TargetId,
  kind: 'observed' | 'use',
  at: Instant,
  body: Uint8Array,
): readonly Item[] => bodyItems((part) => momentKey(target, kind, at, part), computeExpiry(kind, at), body);

function bodyItems(
  keyOfPart: (part: number) => Key,
  expiry: number | null,
  body: Uint8Array,
): readonly Item[] {
  const parts = splitBody(body);
  return parts.map((part, index) => ({
    ...keyItem(keyOfPart(index)),
    ...expiring(expiry),
    of: { N: String(parts.length) },
    body: { B: part },
  }));
}

/** Returns the parts of one body, without leftover parts of a longer earlier one; `null` while some are missing. */
function selectBodyParts([first, ...others]: readonly Item[]): readonly Item[] | null {
  if (first === undefined) return null;
  const count = readNumberAttribute(first, 'of');
  const parts = [first, ...others].filter((part) => readNumberAttribute(part, 'of') === count);
  return count === undefined || parts.length < count ? null : parts;
}

const joinParts = (parts: readonly Item[]): Uint8Array =>
  Buffer.concat(parts.map((part) => readBytesAttribute(part, 'body')));

/**
 * Reads observations, oldest first, from items in the order of their keys. If several items have an observation, because
 * an uncommitted turn wrote it too, it is equal in all of them.
 * @throws LedgerError when an item cannot be read.
 */
export function readObservations(target: TargetId, items: readonly Item[]): readonly Observation[] {
  const runs = readBodies(items, `an observation of ${target}`, decodeObservations, fail);
  const observations = new Map<Instant, Observation>();
  for (const observation of runs.flat()) observations.set(observation.at, observation);
  return [...observations.values()].sort((left, right) => left.at - right.at);
}

/**
 * Reads the usage samples of items in the order of their keys. Unreadable ones are reported and left out: missing
 * samples never make a VM idle.
 */
export const readUsageSamples = (
  target: TargetId,
  items: readonly Item[],
  onUnreadable: (error: UnreadableError) => void = () => undefined,
): readonly UsageSamples[] =>
  readBodies(items, `the usage samples of ${target}`, decodeSampling, onUnreadable);

function fail(error: Error): never {
  throw error;
}

function readBodies<T>(
  items: readonly Item[],
  what: string,
  decode: (body: Uint8Array) => T,
  onUnreadable: (error: UnreadableError) => void,
): readonly T[] {
  const bodies: T[] = [];
  for (const group of partsByMoment(items)) {
    const parts = selectBodyParts(group);
    // An incomplete sample is still being written by a run that has not committed yet.
    if (parts === null) continue;
    const read = () => decode(joinParts(parts));
    const body = ifReadable(
      () => readItem(group[0], what, 'restore the ledger from a backup', read),
      onUnreadable,
    );
    if (body !== undefined) bodies.push(body);
  }
  return bodies;
}

type Parts = [Item, ...Item[]];

const getKeyMoment = (key: string): string => key.slice(0, key.lastIndexOf('#'));
const partsByMoment = (items: readonly Item[]): Iterable<Parts> =>
  groupByKey(items, (item) => getKeyMoment(readTextAttribute(item, 'sk'))).values();
