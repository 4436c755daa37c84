import * as z from 'zod';
import { usageSlot } from '../../model/facts/usage.ts';
import { type UseSpell, uses, usualMeaning } from '../../model/facts/use-history.ts';
import { VmId } from '../../model/ids.ts';
import { earlier, Instant, later, milliseconds } from '../../model/time/time.ts';
import { type FleetUse, useByMeaning } from '../../state/fleet-use.ts';
import { getColumnCell } from './columns.ts';

const Counts = z.array(z.number().int().min(0));
const Meaning = z.strictObject({
  cpu: z.number(),
  network: z.number(),
  disk: z.number(),
  gpu: z.number(),
  logins: z.boolean(),
});
export const PackedUse = z.object({
  until: Instant,
  /** The thresholds of use; absent for the usual ones. */
  meaning: Meaning.default(usualMeaning),
  vm: z.array(VmId),
  since: Counts,
  count: Counts,
  use: Counts,
  length: Counts,
});

const toSlotCount = (span: number): number => Math.round(span / usageSlot);

/** Packs the spells of all VMs as columns of their use and length in slots; the first `count` spells belong to the first VM. */
export function packUse({ until, meaning, of }: FleetUse): z.input<typeof PackedUse> {
  const packed: z.input<typeof PackedUse> = {
    until,
    vm: [...of.keys()],
    since: [],
    count: [],
    use: [],
    length: [],
  };
  for (const { since, spells } of of.values()) {
    packed.since.push(toSlotCount(until - since));
    packed.count.push(spells.length);
    let from = since;
    for (const spell of spells) {
      packed.use.push(uses.indexOf(spell.use));
      packed.length.push(toSlotCount(spell.until - from));
      from = spell.until;
    }
  }
  const isUsual = useByMeaning({ until, meaning, of }, usualMeaning) !== null;
  return { ...packed, ...(!isUsual && { meaning }) };
}

/** @throws an error that describes what is wrong with the stored form. */
export function unpackUse({
  until,
  meaning,
  vm,
  since: slots,
  count,
  use,
  length,
}: z.output<typeof PackedUse>): FleetUse {
  let next = 0;
  const histories = vm.map((name, index) => {
    const since = earlier(until, milliseconds(getColumnCell(slots, index) * usageSlot));
    const spells: UseSpell[] = [];
    let from = since;
    for (const end = next + getColumnCell(count, index); next < end; next += 1) {
      from = later(from, milliseconds(getColumnCell(length, next) * usageSlot));
      spells.push({ use: getColumnCell(uses, getColumnCell(use, next)), until: from });
    }
    return [name, { since, spells }] as const;
  });
  return { until, meaning, of: new Map(histories) };
}
