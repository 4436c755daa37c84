import * as z from 'zod';
import { Control } from '../model/control.ts';
import type { TargetId } from '../model/ids.ts';
import { JournalEntry } from '../model/journal.ts';
import { Meter } from '../model/meter.ts';
import { expiring, type Item, keyItem, numberIn, readItem, textIn } from './item.ts';
import { controlKey, journalKey, meterKey } from './keys.ts';
import { expiryOf } from './retention.ts';

// Rollups, audit lines and the control record are small. They stand in the table as plain JSON,
// which takes the same one write unit and can be read in any console without spendwatch.

export function meterItem(target: TargetId, meter: Meter): Item {
  const { unit, from } = meter.period;
  return {
    ...keyItem(meterKey(target, unit, from)),
    ...expiring(expiryOf(unit, from)),
    ...clear(z.encode(Meter, meter)),
  };
}

/** @throws LedgerError when the item cannot be read. */
export const meterOf = (target: TargetId, item: Item): Meter =>
  readItem(item, `a rollup of ${target}`, 'do without it', () => Meter.parse(jsonIn(item)));

export function journalItem(target: TargetId, entry: JournalEntry): Item {
  return {
    ...keyItem(journalKey(target, entry)),
    ...expiring(expiryOf('log', entry.at)),
    ...clear(z.encode(JournalEntry, entry)),
  };
}

/** @throws LedgerError when the item cannot be read. */
export const journalEntryOf = (target: TargetId, item: Item): JournalEntry =>
  readItem(item, `an audit line of ${target}`, 'do without it', () => JournalEntry.parse(jsonIn(item)));

export function controlItem(control: Control): Item {
  return { ...keyItem(controlKey), seq: { N: String(control.seq) }, ...clear(z.encode(Control, control)) };
}

/** @throws LedgerError when the item cannot be read. */
export const controlOf = (item: Item): Control =>
  readItem(item, 'the control record', 'count the acts of the last 24 hours from nothing', () => {
    const control = Control.parse(jsonIn(item));
    if (control.seq !== numberIn(item, 'seq')) throw new RangeError(`its content is of seq ${control.seq}`);
    return control;
  });

const clear = (json: unknown): Item => ({ json: { S: JSON.stringify(json) } });
const jsonIn = (item: Item): unknown => JSON.parse(textIn(item, 'json'));
