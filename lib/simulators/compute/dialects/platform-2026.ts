import { allBut, dialectOf, type Form } from './dialect.ts';
import { notSimulatedOf2026 } from './not-simulated.ts';
import {
  each,
  type Members,
  only,
  readBodyWith,
  readQueryWith,
  requires,
  requiresInQuery,
  unwrapped,
  within,
  without,
  written,
} from './replies.ts';

const groups = '/v1/projects/{projectId}/security-groups';
const groupsByBody = '/v1/projects/{securityGroup.projectId}/security-groups';

const vm = without('bootDiskPublicImageId', 'bootDiskPrivateImageId');
const privateImage = only('dataCenterId description id platform projectId sizeGib state');
const network = without('vrouterSize');
const account = without('paymentProviderRef');
const permission = only('permissionRole role userEmail userId userPicture');

/** Returns the VM with its prices repeated beside it. */
function oneVm(body: Members): Members {
  const { ipv4AddressPriceHr, ...prices } = within(within(body, 'VM'), 'price');
  return { VM: vm(within(body, 'VM')), ...prices, ipv4PriceHr: ipv4AddressPriceHr };
}

const machineType = only(`
  cpuModel dataCenterId gpuModel gpuModelId gpuPriceHr ipv4PriceHr machineType maxGpuFree maxMemoryGibFree
  maxStorageGibFree maxVcpuFree maxVcpuPerGpu maxVcpuPerMemoryGib memoryGibPriceHr minMemoryGib
  minStorageGibPriceHr minVcpu minVcpuPerGpu minVcpuPerMemoryGib prices renewableEnergy totalGpuFree
  totalMemoryGibFree totalStorageGibFree totalVcpuFree vcpuPriceHr`);

/** Returns a sample with 64-bit whole numbers as text. */
const sample = (record: Members): Members =>
  Object.fromEntries(
    Object.entries(record).map(([name, figure]) => [
      name,
      name !== 'cpu' && typeof figure === 'number' ? String(Math.round(figure)) : figure,
    ]),
  );

const machineResult = only(`
  architecture cpuCores cpuModel cpuSpeedMhz createTime dataCenterId diskSizeGib disks externalIpAddresses
  gpuModelId gpus id ipv4Addresses machineTypeId memoryGib os powerState projectId state`);
const imageResult = only('createTime dataCenterId id projectId sizeGib');
const found = (result: Members): Members => ({
  ...result,
  ...('machine' in result && { machine: machineResult(within(result, 'machine')) }),
  ...('image' in result && { image: imageResult(within(result, 'image')) }),
  ...('network' in result && { network: network(within(result, 'network')) }),
});

/** A change of a role. The document requires the role alone; that it is then the caller's own is a guess. */
const ofRole: Form['read'] = (request) =>
  readBodyWith(['permissionRole'], ({ permissionRole, userEmail, userId }) => ({
    role: permissionRole,
    userEmail: userEmail || request.caller.email,
    userId: userId || request.caller.user.id,
  }))(request);

/** The platform as its OpenAPI document of April 2026 describes it. */
export const platform2026 = dialectOf(
  allBut(
    ...([
      'listProjectSpend',
      'getCurrentSpend',
      'getSpendDetails',
      'listCharges',
      'listPermissions',
    ] as const),
    ...(['getCompute', 'listComputeImages', 'searchCompute', 'searchComputeV2', 'listRegions'] as const),
    ...(['orderCompute', 'orderComputeV2', 'commitCluster', 'getClusterMachine'] as const),
    ...(['listDataCenters', 'createDataCenter', 'getDataCenter', 'updateDataCenter'] as const),
    ...(['deleteDataCenter', 'listDataCenterClusters', 'countHosts', 'listHosts', 'listRevenue'] as const),
    ...(['getRevenueTotal', 'addDataCenterPermission', 'createIdentityVerificationSession'] as const),
  ),
  {
    listVms: { write: each('VMs', vm) },
    getVm: { write: written(oneVm) },
    createVm: { write: each('vm', vm) },
    resizeVm: { write: each('vm', vm) },
    monitorVm: { write: each('items', sample) },
    listImages: { write: each('images', privateImage) },
    getImage: { write: each('image', privateImage) },
    createImage: { write: each('image', privateImage) },
    createDisk: { read: readBodyWith(['id', 'dataCenterId', 'sizeGib'], (disk) => ({ disk })) },
    attachDisk: { read: readQueryWith(['vmId'], (body) => body) },
    listNetworks: { write: each('networks', network) },
    getNetwork: { write: unwrapped('network', network) },
    createNetwork: {
      read: readBodyWith(['id', 'dataCenterId', 'ipRange'], ({ id, dataCenterId, ipRange }) => ({
        networkId: id,
        dataCenterId,
        cidrPrefix: ipRange,
      })),
      write: written(network),
    },
    listSecurityGroups: { path: groups },
    getSecurityGroup: { path: `${groups}/{id}`, write: unwrapped('securityGroup') },
    deleteSecurityGroup: { path: `${groups}/{id}` },
    createSecurityGroup: {
      path: groupsByBody,
      read: readBodyWith(['id', 'dataCenterId'], (securityGroup) => ({ securityGroup })),
      write: unwrapped('securityGroup'),
    },
    updateSecurityGroup: {
      path: `${groupsByBody}/{securityGroup.id}`,
      read: readBodyWith(['dataCenterId'], (securityGroup) => ({ securityGroup })),
      write: unwrapped('securityGroup'),
    },
    updateCluster: { read: requires('dataCenterId', 'machineTypeId', 'machineCount') },
    updateVolume: { read: requires('dataCenterId', 'sizeGib') },
    updateProject: { read: requires('billingAccountId') },
    createApiKey: { read: requires('apikeyId') },
    addCredit: {
      read: readQueryWith(
        ['paymentMethod'],
        (query) => ({ amount: { value: query['amount.value'] ?? '0' } }),
        ['amount.value', 'radarSessionId'],
      ),
      write: each('paymentIntent', only('clientSecret')),
    },
    listBillingAccounts: { write: each('billingAccounts', account) },
    getBillingAccount: { write: written(account) },
    createBillingAccount: { write: written(account) },
    getBillingAccountDetails: { write: each('billingAccount', account) },
    getAccountPermissions: { write: each('permissions', permission) },
    getProjectPermissions: { write: each('permissions', permission) },
    addAccountPermission: { path: '/v1/billing-accounts/{billingAccountId}:add-permission', read: ofRole },
    removeAccountPermission: {
      path: '/v1/billing-accounts/{billingAccountId}:remove-permission',
      read: ofRole,
    },
    addProjectPermission: { path: '/v1/projects/{projectId}:add-permission', read: ofRole },
    removeProjectPermission: { path: '/v1/projects/{projectId}:remove-permission', read: ofRole },
    listVmDataCenters: { write: each('dataCenters', without('regionId', 'lngLat')) },
    getVmMachineTypes: {
      write: written(({ hostConfigs }) => each('machineTypes', machineType)({ machineTypes: hostConfigs })),
    },
    searchResources: { read: requiresInQuery('query'), write: each('results', found) },
  },
  notSimulatedOf2026,
);
