import * as z from 'zod';
import { usageSlot } from '../../model/facts/usage.ts';
import { type UseSpell, uses, usualMeaning } from '../../model/facts/use-history.ts';
import { VmId } from '../../model/ids.ts';
import { earlier, Instant, later, milliseconds } from '../../model/time/time.ts';
import { type FleetUse, useByMeaning } from '../../state/fleet-use.ts';
import { type BitReader, type BitWriter, widthOf } from './bits.ts';
import { cellAt, readColumns, StoredColumns, writeColumns } from './columns.ts';

const Names = z.object({ vm: z.array(VmId) });
const Meaning = z.strictObject({
  cpu: z.number(),
  network: z.number(),
  disk: z.number(),
  gpu: z.number(),
  logins: z.boolean(),
});
export const PackedUse = z.object({
  /** The first form knew of CPU alone and has no number. Weeks of it are not read, and made again of the samples. */
  form: z.literal(2, { error: 'it is of an older form, which knew of CPU alone' }),
  until: Instant,
  /** Absent for the usual one. */
  meaning: Meaning.default(usualMeaning),
  names: StoredColumns,
});

/** Four weeks have 8,064 slots. */
const slotsWidth = 13;
/** The width of a length: that of four weeks needs 13 bits. */
const lengthWidth = 4;
const slotsIn = (span: number): number => Math.round(span / usageSlot);
/** The first three uses, which are those of VMs without signals, take two bits. */
const useWidthOf = (spells: readonly UseSpell[]): number =>
  spells.every(({ use }) => uses.indexOf(use) < 3) ? 2 : 3;

/** Packs spells as their use and length in slots: under two bytes each. */
export function packUse({ until, meaning, of }: FleetUse, bits: BitWriter): z.input<typeof PackedUse> {
  const names = writeColumns({ vm: [...of.keys()] }, bits);
  for (const { since, spells } of of.values()) {
    const useWidth = useWidthOf(spells);
    bits.write(slotsIn(until - since), slotsWidth);
    bits.write(spells.length, slotsWidth);
    bits.write(useWidth - 2, 1);
    let from = since;
    for (const spell of spells) {
      const length = slotsIn(spell.until - from);
      bits.write(uses.indexOf(spell.use), useWidth);
      bits.write(widthOf(length), lengthWidth);
      bits.write(length, widthOf(length));
      from = spell.until;
    }
  }
  const isUsual = useByMeaning({ until, meaning, of }, usualMeaning) !== null;
  return { form: 2, until, ...(!isUsual && { meaning }), names };
}

/** @throws an error that describes what is wrong with the stored form. */
export function unpackUse({ until, meaning, names }: z.output<typeof PackedUse>, bits: BitReader): FleetUse {
  const { vm } = Names.parse(readColumns(names, bits));
  const histories = vm.map((name) => {
    const since = earlier(until, milliseconds(bits.read(slotsWidth) * usageSlot));
    const spells: UseSpell[] = [];
    let from = since;
    let left = bits.read(slotsWidth);
    for (const useWidth = 2 + bits.read(1); left > 0; left -= 1) {
      const use = cellAt(uses, bits.read(useWidth));
      from = later(from, milliseconds(bits.read(bits.read(lengthWidth)) * usageSlot));
      spells.push({ use, until: from });
    }
    return [name, { since, spells }] as const;
  });
  return { until, meaning, of: new Map(histories) };
}
