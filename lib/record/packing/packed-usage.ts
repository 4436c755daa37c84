import * as z from 'zod';
import { UsagePoint, VmUsage } from '../../model/facts/usage.ts';
import type { BitReader, BitWriter } from './bits.ts';
import { cellAt, readColumns, type StoredColumns, writeColumns } from './columns.ts';

/** The usage points of all VMs as columns; the first `count` of them belong to the first VM, and so on. */
const PackedUsage = z.object({
  vm: z.array(VmUsage.shape.vm),
  count: z.array(z.number().int().min(0)),
  at: z.array(UsagePoint.shape.at),
  cpu: z.array(UsagePoint.shape.cpu),
  network: z.array(UsagePoint.shape.network),
  disk: z.array(UsagePoint.shape.disk),
  /** 1 for true, 0 for false, as columns of numbers are the most compact. */
  answers: z.array(z.number().nullable()),
});
type PackedUsage = z.infer<typeof PackedUsage>;

export function packUsage(usages: readonly VmUsage[], bits: BitWriter): StoredColumns {
  const packed: PackedUsage = { vm: [], count: [], at: [], cpu: [], network: [], disk: [], answers: [] };
  for (const { vm, points } of usages) {
    packed.vm.push(vm);
    packed.count.push(points.length);
    for (const { at, cpu, network, disk, answers } of points) {
      packed.at.push(at);
      packed.cpu.push(cpu);
      packed.network.push(network);
      packed.disk.push(disk);
      packed.answers.push(answers === null ? null : Number(answers));
    }
  }
  return writeColumns(packed, bits);
}

/** @throws an error that describes what is wrong with the stored form. */
export function unpackUsage(stored: StoredColumns, bits: BitReader): VmUsage[] {
  const { vm: names, count, at, cpu, network, disk, answers } = PackedUsage.parse(readColumns(stored, bits));
  let next = 0;
  return names.map((vm, index) => {
    const points: UsagePoint[] = [];
    for (const end = next + cellAt(count, index); next < end; next += 1) {
      const answered = cellAt(answers, next);
      points.push({
        at: cellAt(at, next),
        cpu: cellAt(cpu, next),
        network: cellAt(network, next),
        disk: cellAt(disk, next),
        answers: answered === null ? null : answered !== 0,
      });
    }
    return { vm, points };
  });
}
