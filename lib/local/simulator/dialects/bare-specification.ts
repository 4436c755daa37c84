import { type Dialect, rewriting, vmPlaces } from './dialect.ts';

/**
 * A platform that knows the specification and nothing else: only the operations whose paths it gives,
 * and VMs with the fields that it shows, which are neither price nor metadata.
 */
export const bareSpecification: Dialect = {
  has: ({ source }) => source === 'specification',
  write: rewriting(vmPlaces, (vm) => ({
    id: vm['id'],
    projectId: vm['projectId'],
    dataCenterId: vm['datacenterId'] ?? vm['dataCenterId'],
    gpuModelId: vm['gpuModelId'],
    gpus: vm['gpuQuantity'] ?? vm['gpus'],
    memoryGib: vm['memory'] ?? vm['memoryGib'],
    vcpus: vm['vcpus'],
    createTime: vm['createTime'],
    state: vm['state'],
  })),
};
