import type { AnyOperation } from '../../../clouds/http/operation.ts';

/** An operation that a platform published and the simulator does not have. */
export type NotSimulated = {
  /** The platform's name of it, or one in its style where its document is not public any more. */
  readonly name: string;
  readonly method: AnyOperation['method'];
  readonly path: string;
};

const methods: readonly AnyOperation['method'][] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Reads lines of "METHOD path Name". @throws TypeError for a line that is not one. */
const readTable = (table: string): NotSimulated[] =>
  table
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => {
      const [word, path, name] = line.split(' ');
      const method = methods.find((known) => known === word);
      if (!method || !path || !name) throw new TypeError(`no operation: ${line}`);
      return { method, path, name };
    });

/** The operations of the document of 2024 that are not simulated, or only in a later form. */
export const notSimulatedOf2024: readonly NotSimulated[] = readTable(`
  DELETE /v1/api-keys/{name} DeleteApiKey
  PATCH /v1/billing-accounts/{billingAccount.id} UpdateBillingAccount
  DELETE /v1/billing-accounts/{id} DeleteBillingAccount
  DELETE /v1/billing-accounts/{id}/payment-methods/{paymentMethodId} RemoveBillingAccountPaymentMethod
  POST /v1/billing-accounts/{id}/payment-methods/{paymentMethodId}/set-default SetBillingAccountDefaultPaymentMethod
  GET /v1/data-centers/{dataCenterId}/clusters ListClusters
  GET /v1/data-centers/{dataCenterId}/hosts ListHosts
  GET /v1/data-centers/{dataCenterId}/machine-types ListMachineTypes
  GET /v1/data-centers/{dataCenterId}/machine-types/{machineType} GetMachineType
  GET /v1/data-centers/{dataCenterId}/machine-types/{machineType}/live-utilization GetMachineTypeLiveUtilization
  POST /v1/data-centers/{dataCenterId}/remove-user-permission RemoveDataCenterUserPermission
  GET /v1/data-centers/{id}/live-utilization GetDataCenterLiveUtilization
  GET /v1/data-centers/{id}/revenue GetDataCenterRevenueTimeSeries
  GET /v1/data-centers/{id}/revenue-by-resource GetDataCenterRevenueByResource
  POST /v1/projects/{projectId}/disks/{id}/revert RevertDisk
  DELETE /v1/projects/{projectId}/disks/{id}/snapshots DeleteDiskSnapshot
  GET /v1/projects/{projectId}/disks/{id}/snapshots ListDiskSnapshots
  POST /v1/projects/{projectId}/disks/{id}/snapshots CreateDiskSnapshot
  POST /v1/projects/{projectId}/object-storage/activate Activate
  GET /v1/projects/{projectId}/object-storage/buckets/{id} GetObjectStorageBucket
  GET /v1/projects/{projectId}/object-storage/users ListObjectStorageUsers
  POST /v1/projects/{projectId}/object-storage/users CreateObjectStorageUser
  DELETE /v1/projects/{projectId}/object-storage/users/{id} DeleteObjectStorageUser
  POST /v1/projects/{projectId}/object-storage/users/{id} GenerateObjectStorageKey
  GET /v1/projects/{projectId}/object-storage/users/{id}/keys ListObjectStorageKeys
  POST /v1/projects/{projectId}/object-storage/users/{id}/keys DeleteObjectStorageKey
  PATCH /v1/projects/{projectId}/vm/{id}/security-group/attach AttachSecurityGroup
  PATCH /v1/projects/{projectId}/vm/{id}/security-group/detach DetachSecurityGroup
  GET /v1/projects/{projectId}/vms/{id}/disks ListVMDisks
`);

export const notSimulatedOf2026: readonly NotSimulated[] = readTable(`
  DELETE /v1/api-keys/{name} DeleteApiKey
  PATCH /v1/billing-accounts/{billingAccount.id} UpdateBillingAccount
  DELETE /v1/billing-accounts/{id} DeleteBillingAccount
  DELETE /v1/billing-accounts/{id}/payment-methods/{paymentMethodId} RemoveBillingAccountPaymentMethod
  POST /v1/billing-accounts/{id}/payment-methods/{paymentMethodId}/set-default SetBillingAccountDefaultPaymentMethod
  POST /v1/billing-accounts/{id}:undelete UndeleteBillingAccount
  GET /v1/clusters/machine-types ListClusterMachineTypes
  GET /v1/machines-types ListMachineTypes
  GET /v1/machines/operating-systems ListMachineOperatingSystems
  POST /v1/projects/{projectId}/cluster-machines/{id}:reboot RebootClusterMachine
  POST /v1/projects/{projectId}/cluster-machines/{id}:rename RenameClusterMachine
  GET /v1/projects/{projectId}/object-storage/users ListObjectStorageUsers
  POST /v1/projects/{projectId}/object-storage/users/{dataCenterId} CreateObjectStorageUser
  DELETE /v1/projects/{projectId}/object-storage/users/{dataCenterId}/{id} DeleteObjectStorageUser
  POST /v1/projects/{projectId}/object-storage/users/{dataCenterId}/{id} GenerateObjectStorageKey
  DELETE /v1/projects/{projectId}/object-storage/users/{dataCenterId}/{id}/keys/{accessKey} DeleteObjectStorageKey
  GET /v1/projects/{projectId}/object-storage/users/{dataCenterId}/{userId} GetObjectStorageUser
  POST /v1/projects/{projectId}/vm/{id}/authorized-ssh-keys UpdateVMAuthorizedSSHKeys
  POST /v1/projects/{projectId}/vm/{id}/password UpdateVMPassword
  PATCH /v1/projects/{projectId}/vm/{id}/security-group/attach AttachSecurityGroup
  PATCH /v1/projects/{projectId}/vm/{id}/security-group/detach DetachSecurityGroup
  GET /v1/vms/data-centers/{dataCenterId}/machine_types/{machineType} GetVMMachineType
  GET /v1/vms/gpu-models ListVMGpuModels
  GET /v1/vms/machine-types-2 ListVMMachineTypes2
  GET /v1/volumes/prices ListVolumePrices
`);
