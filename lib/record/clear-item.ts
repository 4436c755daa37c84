import * as z from 'zod';
import { BlindNote, Control } from '../model/control.ts';
import { Push } from '../model/facts/push.ts';
import type { TargetId } from '../model/ids.ts';
import { JournalEntry } from '../model/journal.ts';
import { LinkUse, Override } from '../model/override.ts';
import { later } from '../model/time/time.ts';
import { expiring, type Item, keyItem, numberIn, readItem, textIn } from './item.ts';
import { controlKey, journalKey, linkUseKey, noteKey, overrideKey, type PushLane, pushKey } from './keys.ts';
import { expiryOf, pushesKept } from './retention.ts';

// Audit entries and the control record are small. They are stored as plain JSON, which takes the same single write unit
// and can be read in any console.

export function journalItem(target: TargetId, entry: JournalEntry): Item {
  return {
    ...keyItem(journalKey(target, entry)),
    ...expiring(expiryOf('log', entry.at)),
    ...clear(z.encode(JournalEntry, entry)),
  };
}

/** @throws LedgerError when the item cannot be read. */
export const journalEntryOf = (target: TargetId, item: Item): JournalEntry =>
  readItem(item, `an audit line of ${target}`, restore, () => JournalEntry.parse(jsonIn(item)));

export function controlItem(control: Control): Item {
  return { ...keyItem(controlKey), seq: { N: String(control.seq) }, ...clear(z.encode(Control, control)) };
}

/** @throws LedgerError when the item cannot be read. */
export const controlOf = (item: Item): Control =>
  readItem(item, 'the control record', restore, () => {
    const control = Control.parse(jsonIn(item));
    if (control.seq !== numberIn(item, 'seq')) throw new RangeError(`its content is of seq ${control.seq}`);
    return control;
  });

export const noteItem = (note: BlindNote): Item => ({
  ...keyItem(noteKey(note.matter)),
  ...clear(z.encode(BlindNote, note)),
});

/** @throws LedgerError when the item cannot be read. */
export const noteOf = (item: Item): BlindNote =>
  readItem(item, 'a note of a run that was blind', restore, () => BlindNote.parse(jsonIn(item)));

export const pushItem = (push: Push, lane?: PushLane): Item => ({
  ...keyItem(pushKey(push, lane)),
  ...expiring(Math.ceil(later(push.at, pushesKept) / 1_000)),
  ...clear(z.encode(Push, push)),
});

/** @throws LedgerError when the item cannot be read. */
export const pushOf = (item: Item): Push =>
  readItem(item, 'what a machine pushed', restore, () => Push.parse(jsonIn(item)));

export const overrideItem = (override: Override): Item => ({
  ...keyItem(overrideKey(override.id)),
  ...expiring(Math.ceil(override.until / 1_000)),
  ...clear(z.encode(Override, override)),
});

/** @throws LedgerError when the item cannot be read. */
export const overrideOf = (item: Item): Override =>
  readItem(item, 'an override', restore, () => Override.parse(jsonIn(item)));

export const linkUseItem = (use: LinkUse): Item => ({
  ...keyItem(linkUseKey(use.id)),
  ...expiring(Math.ceil(use.until / 1_000)),
  seq: { N: String(use.seq) },
  ...clear(z.encode(LinkUse, use)),
});

/** @throws LedgerError when the item cannot be read. */
export const linkUseOf = (item: Item): LinkUse =>
  readItem(item, 'the use of a link', restore, () => LinkUse.parse(jsonIn(item)));

const restore = 'restore the table from a backup';

const clear = (json: unknown): Item => ({ json: { S: JSON.stringify(json) } });
const jsonIn = (item: Item): unknown => JSON.parse(textIn(item, 'json'));
