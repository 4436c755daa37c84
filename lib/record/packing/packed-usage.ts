import * as z from 'zod';
import { GpuUse, UsagePoint, VmUsage } from '../../model/facts/usage.ts';
import type { BitReader, BitWriter } from './bits.ts';
import { cellAt, readColumns, type StoredColumns, writeColumns } from './columns.ts';

/** The usage points of all VMs as columns; the first `count` of them belong to the first VM, and so on. */
const Columns = z.object({
  vm: z.array(VmUsage.shape.vm),
  count: z.array(z.number().int().min(0)),
  at: z.array(UsagePoint.shape.at),
  cpu: z.array(UsagePoint.shape.cpu),
  network: z.array(UsagePoint.shape.network),
  disk: z.array(UsagePoint.shape.disk),
  /** 1 for true, 0 for false, as columns of numbers are the most compact. */
  answers: z.array(z.number().nullable()),
});
/** Columns of signals, which most fleets have none of: one without any figure is left out. */
const Signals = z.object({
  gpusKnown: z.array(GpuUse.shape.known.nullable()),
  gpuBusiest: z.array(GpuUse.shape.busiest.nullable()),
  gpuMemory: z.array(GpuUse.shape.memory),
  logins: z.array(z.number().nullable()),
});
const PackedUsage = Columns.extend(Signals.partial().shape);

export function packUsage(usages: readonly VmUsage[], bits: BitWriter): StoredColumns {
  const packed: z.infer<typeof Columns> = {
    vm: [],
    count: [],
    at: [],
    cpu: [],
    network: [],
    disk: [],
    answers: [],
  };
  const signals: z.infer<typeof Signals> = { gpusKnown: [], gpuBusiest: [], gpuMemory: [], logins: [] };
  for (const { vm, points } of usages) {
    packed.vm.push(vm);
    packed.count.push(points.length);
    for (const { at, cpu, network, disk, answers, gpu, logins } of points) {
      packed.at.push(at);
      packed.cpu.push(cpu);
      packed.network.push(network);
      packed.disk.push(disk);
      packed.answers.push(answers === null ? null : Number(answers));
      signals.gpusKnown.push(gpu?.known ?? null);
      signals.gpuBusiest.push(gpu?.busiest ?? null);
      signals.gpuMemory.push(gpu?.memory ?? null);
      signals.logins.push(logins ?? null);
    }
  }
  const told = Object.entries(signals).filter(([, column]) => column.some((cell) => cell !== null));
  return writeColumns({ ...packed, ...Object.fromEntries(told) }, bits);
}

/** @throws an error that describes what is wrong with the stored form. */
export function unpackUsage(stored: StoredColumns, bits: BitReader): VmUsage[] {
  const packed = PackedUsage.parse(readColumns(stored, bits));
  const { vm: names, count, at, cpu, network, disk, answers } = packed;
  const signal = (name: keyof typeof Signals.shape, index: number) =>
    packed[name] === undefined ? null : cellAt(packed[name], index);
  let next = 0;
  return names.map((vm, index) => {
    const points: UsagePoint[] = [];
    for (const end = next + cellAt(count, index); next < end; next += 1) {
      const answered = cellAt(answers, next);
      const known = signal('gpusKnown', next);
      const busiest = signal('gpuBusiest', next);
      const logins = signal('logins', next);
      points.push({
        at: cellAt(at, next),
        cpu: cellAt(cpu, next),
        network: cellAt(network, next),
        disk: cellAt(disk, next),
        answers: answered === null ? null : answered !== 0,
        ...(known !== null &&
          busiest !== null && { gpu: { known, busiest, memory: signal('gpuMemory', next) } }),
        ...(logins !== null && { logins }),
      });
    }
    return { vm, points };
  });
}
