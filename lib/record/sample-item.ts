import type { FleetUse } from '../model/facts/fleet-use.ts';
import type { Observation } from '../model/facts/observation.ts';
import type { Sampling } from '../model/facts/usage.ts';
import { groupedBy } from '../model/grouped-by.ts';
import type { TargetId } from '../model/ids.ts';
import type { Instant } from '../model/time/time.ts';
import {
  bytesIn,
  expiring,
  type Item,
  ifReadable,
  keyItem,
  numberIn,
  partsOf,
  readItem,
  textIn,
} from './item.ts';
import { fleetUseKey, momentKey } from './keys.ts';
import type { UnreadableError } from './ledger.ts';
import {
  decodeObservations,
  decodeSampling,
  decodeUse,
  encodeObservations,
  encodeSampling,
  encodeUse,
} from './packing/codec.ts';
import { expiryOf } from './retention.ts';

/** Returns observations as one sample at the time of the last one, in as many items as needed; each holds their number. */
export function sampleItems(target: TargetId, observations: readonly Observation[]): readonly Item[] {
  const last = observations.at(-1);
  return last === undefined ? [] : bodyItems(target, 'observed', last.at, encodeObservations(observations));
}

/** Returns the usage samples of one poll as items. */
export const samplingItems = (target: TargetId, sampling: Sampling): readonly Item[] =>
  bodyItems(target, 'use', sampling.at, encodeSampling(sampling));

export const fleetUseItem = (target: TargetId, use: FleetUse): Item => ({
  ...keyItem(fleetUseKey(target)),
  ...expiring(expiryOf('use', use.until)),
  body: { B: encodeUse(use) },
});

/** Reads the use of VMs. An unreadable item is reported, and made anew from samples. */
export function fleetUseOf(
  target: TargetId,
  item: Item,
  onUnreadable?: (error: UnreadableError) => void,
): FleetUse | null {
  const decode = () => decodeUse(bytesIn(item, 'body'));
  const read = () => readItem(item, `the use of VMs of ${target}`, 'delete it', decode);
  return ifReadable(read, onUnreadable) ?? null;
}

function bodyItems(
  target: TargetId,
  kind: 'observed' | 'use',
  at: Instant,
  body: Uint8Array,
): readonly Item[] {
  const parts = partsOf(body);
  return parts.map((part, index) => ({
    ...keyItem(momentKey(target, kind, at, index)),
    ...expiring(expiryOf(kind, at)),
    of: { N: String(parts.length) },
    body: { B: part },
  }));
}

/**
 * Reads the observations of items in the order of their keys, oldest first. An observation that several items hold,
 * since an uncommitted turn wrote it too, is equal in all of them.
 * @throws LedgerError when one cannot be read.
 */
export function observationsOf(target: TargetId, items: readonly Item[]): readonly Observation[] {
  const runs = bodiesIn(items, `a sample of ${target}`, decodeObservations, fail);
  const observations = new Map<Instant, Observation>();
  for (const observation of runs.flat()) observations.set(observation.at, observation);
  return [...observations.values()].sort((left, right) => left.at - right.at);
}

/**
 * Reads the usage samples of items in the order of their keys. Unreadable ones are reported and left out: missing
 * samples never make a VM idle.
 */
export const samplingsOf = (
  target: TargetId,
  items: readonly Item[],
  onUnreadable: (error: UnreadableError) => void = () => undefined,
): readonly Sampling[] => bodiesIn(items, `the use of VMs of ${target}`, decodeSampling, onUnreadable);

function fail(error: UnreadableError): never {
  throw error;
}

function bodiesIn<T>(
  items: readonly Item[],
  what: string,
  decode: (body: Uint8Array) => T,
  onUnreadable: (error: UnreadableError) => void,
): readonly T[] {
  const bodies: T[] = [];
  for (const [first, ...others] of partsByMoment(items)) {
    const count = numberIn(first, 'of');
    const parts = [first, ...others].filter((part) => numberIn(part, 'of') === count);
    // An incomplete sample is still being written by a run that has not committed yet.
    if (count === undefined || parts.length < count) continue;
    const read = () => decode(Buffer.concat(parts.map((part) => bytesIn(part, 'body'))));
    const body = ifReadable(
      () => readItem(first, what, 'restore the table from a backup', read),
      onUnreadable,
    );
    if (body !== undefined) bodies.push(body);
  }
  return bodies;
}

type Parts = [Item, ...Item[]];

const momentOf = (key: string): string => key.slice(0, key.lastIndexOf('#'));
const partsByMoment = (items: readonly Item[]): Iterable<Parts> =>
  groupedBy(items, (item) => momentOf(textIn(item, 'sk'))).values();
