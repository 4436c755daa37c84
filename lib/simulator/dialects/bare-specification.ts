import { dialectOf } from './dialect.ts';
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
 * A platform that knows the specification and nothing else: only the operations whose paths it gives,
 * and VMs with the fields that it shows, which are neither price nor metadata.
 */
export const bareSpecification = dialectOf(({ source }) => source === 'specification', {
  listVms: { write: each('VMs', vm) },
  getVm: { write: each('VM', vm) },
  createVm: { write: each('vm', vm) },
});
