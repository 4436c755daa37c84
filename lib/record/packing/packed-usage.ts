import * as z from 'zod';
import { UsagePoint, VmUsage } from '../../model/facts/usage.ts';
import { getColumnCell, Times } from './columns.ts';

const { cpu, network, disk, answers, gpu, logins, alive, uptime, doubt } = UsagePoint.shape;

/** The usage points of all VMs as columns; the first `count` of them belong to the first VM, and so on. */
export const PackedUsage = z.object({
  vm: z.array(VmUsage.shape.vm),
  count: z.array(z.number().int().min(0)),
  at: Times,
  cpu: z.array(cpu),
  network: z.array(network),
  disk: z.array(disk),
  answers: z.array(answers),
  /** Columns of signals, which most fleets have none of: one without any figure is absent. */
  gpu: z.array(gpu.unwrap().nullable()).optional(),
  logins: z.array(logins.unwrap().nullable()).optional(),
  alive: z.array(alive.unwrap().nullable()).optional(),
  uptime: z.array(uptime.unwrap().nullable()).optional(),
  doubt: z.array(doubt.unwrap().nullable()).optional(),
});
type PackedUsage = z.infer<typeof PackedUsage>;

/** @throws ZodError for a figure that JSON would silently turn into null. */
export function packUsage(usages: readonly VmUsage[]): z.input<typeof PackedUsage> {
  const points = usages.flatMap((usage) => usage.points);
  const signal = <K extends 'gpu' | 'logins' | 'alive' | 'uptime' | 'doubt'>(field: K) => {
    const cells = points.map((point) => point[field] ?? null);
    return cells.some((cell) => cell !== null) && { [field]: cells };
  };
  return z.encode(PackedUsage, {
    vm: usages.map(({ vm }) => vm),
    count: usages.map((usage) => usage.points.length),
    at: points.map(({ at }) => at),
    cpu: points.map((point) => point.cpu),
    network: points.map((point) => point.network),
    disk: points.map((point) => point.disk),
    answers: points.map((point) => point.answers),
    ...signal('gpu'),
    ...signal('logins'),
    ...signal('alive'),
    ...signal('uptime'),
    ...signal('doubt'),
  });
}

/** @throws an error that describes what is wrong with the stored form. */
export function unpackUsage(packed: PackedUsage): VmUsage[] {
  const point = (index: number): UsagePoint => {
    const gpu = packed.gpu && getColumnCell(packed.gpu, index);
    const logins = packed.logins && getColumnCell(packed.logins, index);
    const alive = packed.alive && getColumnCell(packed.alive, index);
    const uptime = packed.uptime && getColumnCell(packed.uptime, index);
    const doubt = packed.doubt && getColumnCell(packed.doubt, index);
    return {
      at: getColumnCell(packed.at, index),
      cpu: getColumnCell(packed.cpu, index),
      network: getColumnCell(packed.network, index),
      disk: getColumnCell(packed.disk, index),
      answers: getColumnCell(packed.answers, index),
      ...(gpu && { gpu }),
      ...(logins !== undefined && logins !== null && { logins }),
      ...(alive && { alive }),
      ...(uptime !== undefined && uptime !== null && { uptime }),
      ...(doubt && { doubt }),
    };
  };
  let next = 0;
  return packed.vm.map((vm, index) => ({
    vm,
    points: Array.from({ length: getColumnCell(packed.count, index) }, () => point(next++)),
  }));
}
