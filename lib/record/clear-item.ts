import { crc32 } from 'node:zlib';
import * as z from 'zod';
import { Push } from '../model/facts/push.ts';
import type { TargetId } from '../model/ids.ts';
import { type Instant, instant, later } from '../model/time/time.ts';
import { BlindNote, Control, firstControl } from '../state/control.ts';
import { JournalEntry } from '../state/journal.ts';
import { LinkUse, Override, unreadableOverride } from '../state/override.ts';
import { expiring, type Item, keyItem, readItem, readNumberAttribute, readTextAttribute } from './item.ts';
import {
  controlKey,
  journalKey,
  type Key,
  linkUseKey,
  noteKey,
  overrideKey,
  type PushLane,
  pushKey,
} from './keys.ts';
import { OtherFormError, type StoredOverride, UnreadableError } from './ledger.ts';
import { computeExpiry, pushesKept } from './retention.ts';

// Audit entries and the control record are small. They are stored as plain JSON, which takes the same single write unit
// and can be read in any console.

export const journalItem = (target: TargetId, entry: JournalEntry): Item =>
  clear(journalKey(target, entry), z.encode(JournalEntry, entry), expiring(computeExpiry('log', entry.at)));

/** @throws LedgerError when the item cannot be read. */
export const readJournalEntry = (target: TargetId, item: Item): JournalEntry =>
  readItem(item, `an audit line of ${target}`, restore, () => JournalEntry.parse(readCheckedJson(item)));

export const controlItem = (control: Control): Item =>
  clear(controlKey, z.encode(Control, control), numbered(control.seq));

/** @throws LedgerError when the item cannot be read. */
export const readControl = (item: Item): Control =>
  readItem(item, 'the control record', restore, () => {
    const json = readCheckedJson(item);
    const { version } = Formed.safeParse(json).data ?? {};
    if (version !== undefined && version !== firstControl.version)
      throw new OtherFormError(version, firstControl.version);
    const control = Control.parse(json);
    if (control.seq !== readNumberAttribute(item, 'seq'))
      throw new RangeError(`its content has seq ${control.seq}`);
    return control;
  });

/** The version field of a record in any version. */
const Formed = z.object({ version: z.number() });

export const noteItem = (note: BlindNote): Item => clear(noteKey(note), z.encode(BlindNote, note));

/** @throws LedgerError when the item cannot be read. */
export const readBlindNote = (item: Item): BlindNote =>
  readItem(item, 'the record of a run without data', restore, () => BlindNote.parse(readCheckedJson(item)));

export const pushItem = (push: Push, lane?: PushLane): Item =>
  clear(pushKey(push, lane), z.encode(Push, push), toExpiryAttribute(later(push.at, pushesKept)));

/** @throws LedgerError when the item cannot be read. */
export const readPush = (item: Item): Push =>
  readItem(item, 'samples that a VM pushed', restore, () => Push.parse(readCheckedJson(item)));

export const overrideItem = ({ id, seq, override, keptUntil }: StoredOverride): Item =>
  clear(overrideKey(id), override && z.encode(Override, override), {
    ...numbered(seq),
    ...toExpiryAttribute(keptUntil),
  });

/** Reads an override. An unreadable one protects everything. */
export function readStoredOverride(
  item: Item,
  onUnreadable: ((error: UnreadableError) => void) | undefined,
): StoredOverride {
  const id = readTextAttribute(item, 'sk');
  const state = {
    id,
    seq: readNumberAttribute(item, 'seq') ?? 0,
    keptUntil: instant(1_000 * (readNumberAttribute(item, 'expires') ?? 0)),
  };
  try {
    return readItem(item, `the override ${id}`, `${restore}, or revoke it`, () => {
      const override = Override.nullable().parse(readCheckedJson(item));
      return { ...state, id: override?.id ?? id, override };
    });
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    onUnreadable?.(error);
    return { ...state, override: unreadableOverride(id, error.because) };
  }
}

export const linkUseItem = (use: LinkUse): Item =>
  clear(linkUseKey(use.id), z.encode(LinkUse, use), {
    ...numbered(use.seq),
    ...toExpiryAttribute(use.until),
  });

/** @throws LedgerError when the item cannot be read. */
export const readLinkUse = (item: Item): LinkUse =>
  readItem(item, 'the use of a link', restore, () => LinkUse.parse(readCheckedJson(item)));

const restore = 'restore the ledger from a backup';

const numbered = (seq: number): Item => ({ seq: { N: String(seq) } });
const toExpiryAttribute = (at: Instant): Item => expiring(Math.ceil(at / 1_000));

/** The attributes that the checksum covers, with the expiry, because a damaged one could end a protection. */
const guarded = ['pk', 'sk', 'seq', 'expires', 'json'];
const computeChecksum = (item: Item): number =>
  crc32(JSON.stringify(guarded.map((name) => item[name]?.S ?? item[name]?.N ?? null)));

function clear(key: Key, json: unknown, more: Item = {}): Item {
  const item = { ...keyItem(key), ...more, json: { S: JSON.stringify(json) } };
  return { ...item, crc: { N: String(computeChecksum(item)) } };
}

/** @throws RangeError when the checksum is missing or does not match. */
function readCheckedJson(item: Item): unknown {
  const crc = readNumberAttribute(item, 'crc');
  if (crc === undefined) throw new RangeError('its checksum is missing');
  if (crc !== computeChecksum(item))
    throw new RangeError('its checksum does not match its content, which is damaged');
  return JSON.parse(readTextAttribute(item, 'json'));
}
