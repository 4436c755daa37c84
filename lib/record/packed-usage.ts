import * as z from 'zod';
import { type Resource, vmIdOf } from '../model/resource.ts';
import { UsagePoint, VmUsage } from '../model/usage.ts';
import type { BitReader, BitWriter } from './bits.ts';
import { cellAt, readColumns, type StoredColumns, writeColumns } from './columns.ts';

/** The points of all VMs as columns; the first `count` of them are the first VM's, and so on. */
const PackedUsage = z.object({
  /** Places of the VMs among the resources; for -1 the next of the names in `vm`. */
  place: z.array(z.number().int().min(-1)),
  vm: z.array(VmUsage.shape.vm),
  count: z.array(z.number().int().min(0)),
  at: z.array(UsagePoint.shape.at),
  cpu: z.array(UsagePoint.shape.cpu),
  network: z.array(UsagePoint.shape.network),
  disk: z.array(UsagePoint.shape.disk),
  /** 1 for true, 0 for false: columns of numbers take the least room. */
  answers: z.array(z.number().nullable()),
});
type PackedUsage = z.infer<typeof PackedUsage>;

/** What codec 1 stored names every VM. */
const StoredUsage = PackedUsage.extend({ place: PackedUsage.shape.place.optional() });

export function packUsage(
  usages: readonly VmUsage[],
  resources: readonly Resource[],
  bits: BitWriter,
): StoredColumns {
  const packed: PackedUsage = {
    place: [],
    vm: [],
    count: [],
    at: [],
    cpu: [],
    network: [],
    disk: [],
    answers: [],
  };
  const places = new Map(resources.map((resource, place) => [vmIdOf(resource), place]));
  for (const { vm, points } of usages) {
    const place = places.get(vm) ?? -1;
    packed.place.push(place);
    if (place === -1) packed.vm.push(vm);
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

/** @throws an error that says what is wrong with what was stored. */
export function unpackUsage(
  stored: StoredColumns,
  resources: readonly Resource[],
  bits: BitReader,
): VmUsage[] {
  const packed = StoredUsage.parse(readColumns(stored, bits));
  const { vm: names, count, at, cpu, network, disk, answers } = packed;
  let named = 0;
  let next = 0;
  return (packed.place ?? names.map(() => -1)).map((place, index) => {
    const vm = place === -1 ? cellAt(names, named++) : vmIdOf(cellAt(resources, place));
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
