import type * as z from 'zod';
import { readRecord } from '../../../lib/clouds/http/read-record.ts';
import type { Instant } from '../../../lib/model/time/time.ts';
import type { Process } from '../engine/process.ts';
import { type Spell, spellsAt } from '../spell.ts';
import type { Witness } from './witness.ts';

/** Returns records as the client reads them, with the effects of spells on their fields. */
export type ShowRecord = <S extends z.ZodObject>(
  process: Process,
  name: string,
  schema: S,
  whole: z.output<S>,
  /** What the platform sends, where the record as it is read differs. */
  raw?: object,
) => z.output<S>;

export const recordsWith =
  (spells: readonly Spell[], now: () => Instant, witness: Witness): ShowRecord =>
  (process, name, schema, whole, raw = whole) => {
    const spell = spellsAt(spells, 'unreadable-fields', now()).find(({ record }) => record === name);
    if (spell === undefined) return whole;
    const read = readRecord(schema, { ...raw, [spell.field]: spell.value });
    if (read.kind === 'unreadable') throw new TypeError(`${name} has nothing to know it by`);
    witness.shownUnread(process, name, read.fields.length === 0 && read.lost.length === 0);
    return read.record;
  };
