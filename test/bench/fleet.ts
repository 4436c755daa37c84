import type * as z from 'zod';
import type { WireMonitorItem, WireVm } from '../../lib/clouds/compute/wire/vm.ts';

/** The replies of a project of VMs, as they come off the wire: the parts of the bench read the same ones. */
export function wireVms(project: string, count: number): z.input<typeof WireVm>[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `vm-${project}-${index}`,
    projectId: project,
    datacenterId: 'gb-london-1',
    state: index % 7 === 3 ? 'STOPPED' : 'ACTIVE',
    vcpus: 8,
    memory: '32',
    gpuQuantity: index % 10 === 0 ? 1 : 0,
    machineType: 'epyc-milan',
    metadata: { owner: `user-${index % 9}` },
    createTime: '2026-03-01T09:12:31Z',
    price: {
      totalVcpuPriceHr: { value: '0.0432' },
      totalMemoryPriceHr: { value: '0.0864' },
      totalGpuPriceHr: { value: '0' },
      totalStoragePriceHr: { value: '0.0068' },
      totalPriceHr: { value: `0.${1_364 + index}` },
    },
  }));
}

/** An hour of samples, one every five minutes, that end at `until` (epoch seconds). */
export function wireSamples(index: number, until: number): z.input<typeof WireMonitorItem>[] {
  return Array.from({ length: 13 }, (_, step) => ({
    timestamp: until - (12 - step) * 300,
    cpu: 40 + ((index * 7 + step * 13) % 24),
    memory: '1048576',
    diskRdBytes: String(1_000_000 + step * 4_096),
    diskWrBytes: String(2_000_000 + step * 8_192),
    netRx: String(5_000_000 + step * 210_000),
    netTx: String(3_000_000 + step * 120_000),
  }));
}
