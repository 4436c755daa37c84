import * as z from 'zod';
import type { FleetUse } from '../../model/facts/fleet-use.ts';
import { usageSlot } from '../../model/facts/usage.ts';
import { type UseSpell, useLimit, uses } from '../../model/facts/use-history.ts';
import { VmId } from '../../model/ids.ts';
import { earlier, Instant, later, milliseconds } from '../../model/time/time.ts';
import { type BitReader, type BitWriter, widthOf } from './bits.ts';
import { cellAt, readColumns, StoredColumns, writeColumns } from './columns.ts';

const Names = z.object({ vm: z.array(VmId) });
export const PackedUse = z.object({
  until: Instant,
  /** Absent for the default. */
  limit: z.number().default(useLimit),
  names: StoredColumns,
});

/** Four weeks have 8,064 slots. */
const slotsWidth = 14;
const useWidth = 2;
const lengthWidth = 4;
const slotsIn = (span: number): number => Math.round(span / usageSlot);

/** Packs spells as their use and length in slots: under two bytes each. */
export function packUse({ until, limit, of }: FleetUse, bits: BitWriter): z.input<typeof PackedUse> {
  const names = writeColumns({ vm: [...of.keys()] }, bits);
  for (const { since, spells } of of.values()) {
    bits.write(slotsIn(until - since), slotsWidth);
    bits.write(spells.length, slotsWidth);
    let from = since;
    for (const spell of spells) {
      const length = slotsIn(spell.until - from);
      bits.write(uses.indexOf(spell.use), useWidth);
      bits.write(widthOf(length), lengthWidth);
      bits.write(length, widthOf(length));
      from = spell.until;
    }
  }
  return { until, ...(limit !== useLimit && { limit }), names };
}

/** @throws an error that describes what is wrong with the stored form. */
export function unpackUse({ until, limit, names }: z.output<typeof PackedUse>, bits: BitReader): FleetUse {
  const { vm } = Names.parse(readColumns(names, bits));
  const histories = vm.map((name) => {
    const since = earlier(until, milliseconds(bits.read(slotsWidth) * usageSlot));
    const spells: UseSpell[] = [];
    let from = since;
    for (let left = bits.read(slotsWidth); left > 0; left -= 1) {
      const use = cellAt(uses, bits.read(useWidth));
      from = later(from, milliseconds(bits.read(bits.read(lengthWidth)) * usageSlot));
      spells.push({ use, until: from });
    }
    return [name, { since, spells }] as const;
  });
  return { until, limit, of: new Map(histories) };
}
