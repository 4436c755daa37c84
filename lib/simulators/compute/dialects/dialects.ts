import { type Dialect, dialectOf } from './dialect.ts';
import { notSimulatedOf2024, notSimulatedOf2026 } from './not-simulated.ts';
import { platform2024 } from './platform-2024.ts';
import { platform2026 } from './platform-2026.ts';
import { each, type Members } from './replies.ts';

const vm = (record: Members): Members => ({
  id: record['id'],
  projectId: record['projectId'],
  dataCenterId: record['datacenterId'] ?? record['dataCenterId'],
  gpuModelId: record['gpuModelId'],
  gpus: record['gpuQuantity'] ?? record['gpus'],
  memoryGib: record['memory'] ?? record['memoryGib'],
  vcpus: record['vcpus'],
  createTime: record['createTime'],
  state: record['state'],
});

/**
 * A platform with only the specification: the operations whose paths it gives, and VMs with its fields, which include
 * neither price nor metadata.
 */
const bareSpecification = dialectOf(({ source }) => source === 'specification', {
  listVms: { write: each('VMs', vm) },
  getVm: { write: each('VM', vm) },
  createVm: { write: each('vm', vm) },
});

/** Every operation of any version, in the newest form. */
const whole = dialectOf(() => true, {}, [...notSimulatedOf2026, ...notSimulatedOf2024]);

/** The platforms that the simulator can imitate. Clients cannot see which one it is. */
export const dialects = {
  whole,
  'platform-2024': platform2024,
  'platform-2026': platform2026,
  specification: bareSpecification,
} as const satisfies Record<string, Dialect>;

export type DialectName = keyof typeof dialects;
export const dialectNames: readonly string[] = Object.keys(dialects);
