import { allBut, dialectOf } from './dialect.ts';
import {
  each,
  type Members,
  only,
  readBodyWith,
  readQueryWith,
  requires,
  unwrapped,
  within,
  without,
  written,
} from './replies.ts';

const vm = without('bootDiskPublicImageId', 'bootDiskPrivateImageId');
const privateImage = only('dataCenterId description id platform projectId sizeGib state');
const network = without('vrouterSize');
const account = without('paymentProviderRef');

/** Returns the VM with its prices repeated beside it. */
function oneVm(body: Members): Members {
  const { ipv4AddressPriceHr, ...prices } = within(within(body, 'VM'), 'price');
  return { VM: vm(within(body, 'VM')), ...prices, ipv4PriceHr: ipv4AddressPriceHr };
}

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

/** The platform as its OpenAPI document of April 2026 describes it. */
export const platform2026 = dialectOf(
  allBut(
    'listProjectSpend',
    'getCurrentSpend',
    'getSpendDetails',
    'listCharges',
    'listPermissions',
    'commitCluster',
    'getClusterMachine',
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
    listVmDataCenters: { write: each('dataCenters', without('regionId', 'lngLat')) },
    searchResources: { write: each('results', found) },
  },
);
