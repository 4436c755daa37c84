import { allBut, dialectOf } from './dialect.ts';
import { notSimulatedOf2024 } from './not-simulated.ts';
import {
  each,
  inEach,
  type Members,
  only,
  readBodyWith,
  readQueryWith,
  requires,
  requiresInQuery,
  within,
  without,
  written,
} from './replies.ts';

/** The abbreviations of OpenNebula, which the platform is built on. */
const shortStates: ReadonlyMap<unknown, string> = new Map([
  ['PENDING', 'pend'],
  ['CLONING', 'clon'],
  ['STARTING', 'boot'],
  ['ACTIVE', 'runn'],
  ['STOPPING', 'shut'],
  ['STOPPED', 'poff'],
  ['FAILED', 'fail'],
  ['DELETING', 'epil'],
]);
/** Returns the state; `PENDING` did not exist yet. */
const stateOf = ({ state }: Members): unknown => (state === 'PENDING' ? 'CLONING' : state);

const diskStates: ReadonlyMap<unknown, string> = new Map([
  ['CREATING', 'DISK_STATE_INIT'],
  ['CLONING', 'DISK_STATE_CLONE'],
  ['READY', 'DISK_STATE_READY'],
  ['ATTACHED', 'DISK_STATE_USED'],
  ['UPDATING', 'DISK_STATE_LOCKED'],
  ['DELETING', 'DISK_STATE_DELETE'],
  ['DISABLED', 'DISK_STATE_DISABLED'],
]);
const disk = (record: Members): Members => ({
  ...record,
  diskState: diskStates.get(record['diskState']) ?? 'DISK_STATE_ERROR',
  storageClass: 'STORAGE_CLASS_NETWORK',
});

const vmFields = only(`
  bootDisk bootDiskSizeGib cpuModel createBy datacenterId gpuModel gpuQuantity id imageId machineType memory
  metadata nics privateImageId publicImageId renewableEnergy storageDisks vcpus`);
/** Returns a VM with its price as a number, and without its project, age and expiry. */
function vm(record: Members): Members {
  return {
    ...inEach('bootDisk', disk)(inEach('storageDisks', disk)(vmFields(record))),
    vmState: stateOf(record),
    shortState: shortStates.get(record['state']) ?? 'unkn',
    priceHr: Number(within(within(record, 'price'), 'totalPriceHr')['value']),
  };
}

const image = only('dataCenterId description id projectId sizeGib');
const permission = only('permissionRole role userEmail userId userPicture');
const invoice = without('subtotal', 'subtotalExcludingTax', 'tax', 'total', 'totalExcludingTax');
const account = (record: Members): Members => ({
  ...only('billingThreshold createBy createTime displayName id invoiceTime monthlySpend')(record),
  demandEnabled: true,
  supplyEnabled: false,
});
const network = (record: Members): Members => ({
  ...only('dataCenterId externalIpAddress gateway id internalIpAddress ipRange priceHr')(record),
  networkState: record['state'] === 'CREATING' ? 'CLONING' : record['state'],
  shortState: shortStates.get(record['vmState']) ?? 'unkn',
  size: record['vrouterSize'],
});
const dataCenter = only(
  'diskPoolPricing id ipv4PriceHr networkPricing regionId renewableEnergy supplierName',
);
/** Returns a sample with whole numbers as numbers, except for the time. */
const sample = ({ guestPing: _, ...record }: Members): Members =>
  Object.fromEntries(
    Object.entries(record).map(([name, figure]) => [name, name === 'timestamp' ? figure : Number(figure)]),
  );

const hostConfig = only(`
  countVmAvailable cpuModel dataCenterId gpuModel gpuPriceHr id ipv4PriceHr machineType memoryGibPriceHr
  renewableEnergy storageGibPriceHr totalGpuPriceHr totalMemoryPriceHr totalPriceHr totalStoragePriceHr
  totalVcpuPriceHr vcpuPriceHr`);

const grants = ['billingAccountPermissions', 'dataCenterPermissions', 'projectPermissions'];

/**
 * The platform by its Swagger document of January 2024. The parts for suppliers of data centers, about hosts,
 * clusters and revenue, are not simulated.
 */
export const platform2024 = dialectOf(
  allBut(
    ...(['listMachines', 'getMachine', 'createMachine', 'patchMachine', 'deleteMachine'] as const),
    ...(['deployMachineOs', 'listClusters', 'getCluster', 'createCluster', 'updateCluster'] as const),
    ...(['deleteCluster', 'commitCluster', 'getClusterMachine', 'patchClusterMachine'] as const),
    ...(['deleteClusterMachine', 'getClusterMachineType', 'listVolumes', 'getVolume'] as const),
    ...(['createVolume', 'updateVolume', 'deleteVolume', 'getBucket', 'searchResources'] as const),
    ...(['listProjectSpend', 'getCurrentSpend', 'getSpendDetails', 'listCharges', 'addCredit'] as const),
    ...(['listCreditTransactions', 'listAccountTransactions', 'createCheckoutSession'] as const),
    ...(['listBillingAccountProjects', 'getAccountPermissions', 'getProjectPermissions'] as const),
    ...(['getCompute', 'listComputeImages', 'searchCompute', 'searchComputeV2', 'orderCompute'] as const),
    ...(['orderComputeV2', 'setVmExpireTime', 'commitVm', 'listHosts', 'listDataCenterClusters'] as const),
    ...(['listRevenue', 'getRevenueTotal'] as const),
  ),
  {
    listVms: { write: each('VMs', vm) },
    getVm: { write: each('VM', vm) },
    createVm: { write: each('vm', vm) },
    resizeVm: { write: each('vm', vm) },
    monitorVm: { write: each('items', sample) },
    listImages: { write: each('images', image) },
    getImage: { write: each('image', image) },
    createImage: { write: each('image', image) },
    listDisks: { write: each('disks', disk) },
    getDisk: { write: each('disk', disk) },
    createDisk: {
      read: readBodyWith(['disk'], (body) => ({
        disk: { dataCenterId: body['dataCenterId'], ...within(body, 'disk') },
      })),
    },
    attachDisk: { read: readQueryWith(['vmId'], (body) => body) },
    listNetworks: { write: each('networks', network) },
    getNetwork: { write: each('network', network) },
    createNetwork: {
      read: readBodyWith(['id', 'networkId', 'dataCenterId', 'cidrPrefix'], ({ id: _, ...body }) => body),
      write: written(() => ({})),
    },
    startNetwork: { read: readQueryWith(['networkId'], () => undefined) },
    stopNetwork: { read: readQueryWith(['networkId'], () => undefined) },
    deleteNetwork: { read: requiresInQuery('networkId') },
    updateProject: { read: requires('billingAccountId') },
    updateDataCenter: { read: requires('oneFrontendId') },
    createApiKey: { read: requires('apikeyId') },
    getVmMachineTypes: {
      read: requiresInQuery('vcpu', 'memoryGib'),
      write: each('hostConfigs', hostConfig),
    },
    listBuckets: { write: each('buckets', without('storageGibPriceHr')) },
    getObjectStorageSessionKey: { path: '/v1/projects/{projectId}/object-storage/session-key' },
    listInvoices: { path: '/v1/billing-accounts/invoices', write: each('invoices', invoice) },
    listOutstandingInvoices: { write: each('invoices', invoice) },
    listBillingAccounts: { write: each('billingAccounts', account) },
    getBillingAccount: { write: written(account) },
    createBillingAccount: { write: written(account) },
    getBillingAccountDetails: { write: each('billingAccount', account) },
    listPermissions: {
      write: written((body) => grants.reduce((done, member) => inEach(member, permission)(done), body)),
    },
    listDataCenters: { write: each('dataCenters', without('billingAccountId')) },
    getDataCenter: { write: written(without('billingAccountId')) },
    listVmDataCenters: { write: each('dataCenters', dataCenter) },
    listPublicImages: { write: each('images', without('installedPackages')) },
  },
  notSimulatedOf2024,
);
