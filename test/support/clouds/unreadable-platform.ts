import type { AnyOperation, CloudClient } from '../../../lib/clouds/http/operation.ts';
import type { Answers } from './scripted-cloud.ts';

const money = (value: string) => ({ value });
const since = '2026-11-01T12:00:00Z';

/**
 * Two of everything that a poll reads, with every relevant field: a change to the first does not affect the other.
 */
export const twoOfEverything: Answers = {
  listProjects: () => [
    { id: 'lab', billingAccountId: 'main' },
    { id: 'shop', billingAccountId: 'main' },
  ],
  listBillingAccounts: () => [{ id: 'main' }, { id: 'spare' }],
  getBillingAccount: ({ id }) => ({
    id,
    state: 'STATE_ACTIVE',
    paymentTerms: 'PAYMENT_TERMS_PREPAID',
    creditBalance: money('500'),
    creditBalanceRecharge: { low: money('50'), high: money('500'), autoRecharge: true },
    hourlySpendLimit: money('100'),
    hourlySpendRate: money('10'),
    monthlySpend: money('900'),
    monthlySpendLimit: money('9000'),
  }),
  listAccountSpend: () => [
    {
      projectId: 'lab',
      description: 'vm',
      quantity: 1,
      unit: 'UNIT_HOUR',
      unitAmount: money('1'),
      amount: money('40'),
    },
    {
      projectId: 'shop',
      description: 'vm',
      quantity: 1,
      unit: 'UNIT_HOUR',
      unitAmount: money('1'),
      amount: money('60'),
    },
  ],
  getCurrentSpend: () => ({
    startTime: '2026-11-01T00:00:00Z',
    endTime: '2026-12-01T00:00:00Z',
    spend: money('100'),
  }),
  listVms: () =>
    ['box', 'other'].map((id) => ({
      id,
      state: 'ACTIVE',
      vcpus: 4,
      gpuQuantity: 0,
      metadata: {},
      createTime: since,
      price: { totalPriceHr: money('3') },
    })),
  listMachines: () =>
    ['metal', 'other'].map((id) => ({
      id,
      state: 'ACTIVE',
      powerState: 'ON',
      dataCenterId: 'europe-1',
      createTime: since,
      priceHr: money('2'),
    })),
  listClusters: () =>
    ['cluster', 'other'].map((id) => ({
      id,
      dataCenterId: 'europe-1',
      machineTypeId: 'bare-metal',
      state: 'ACTIVE',
      createTime: since,
      totalPriceHr: money('160'),
      machines: ['1', '2'].map((node) => ({
        id: `${id}-${node}`,
        state: 'ACTIVE',
        powerState: 'ON',
        gpus: 8,
        createTime: since,
        priceHr: money('70'),
      })),
    })),
  listVolumes: () =>
    ['data', 'other'].map((id) => ({
      id,
      state: 'ACTIVE',
      sizeGib: 100,
      sizeGibUsed: 50,
      totalPriceHr: money('0.1'),
    })),
  listDisks: () =>
    ['disk', 'other'].map((id) => ({
      id,
      diskState: 'READY',
      sizeGib: 100,
      createTime: since,
      diskType: 'DISK_TYPE_STORAGE',
      dataCenterId: id === 'disk' ? 'europe-1' : 'north-1',
    })),
  listImages: () => ['image', 'other'].map((id) => ({ id, state: 'READY', sizeGib: 10, createTime: since })),
  listBuckets: () =>
    ['bucket', 'other'].map((id) => ({
      id,
      dataCenterId: 'europe-1',
      billableBytes: '1073741824',
      storageGibPriceHr: money('0.01'),
    })),
  listVmDataCenters: () =>
    ['europe-1', 'north-1'].map((id) => ({
      id,
      diskPoolPricing: [{ diskGibPriceHr: money('0.001') }],
      objectStorageGibPriceHr: money('0.01'),
    })),
  listInvoices: () => [],
  listAccountTransactions: () => [
    {
      id: 'payment',
      createTime: since,
      description: 'Automatic recharge',
      amount: '60',
      status: 'succeeded',
      succeeded: true,
    },
  ],
  listNetworks: () =>
    ['net', 'other'].map((id) => ({ id, state: 'ACTIVE', createTime: since, priceHr: money('0.01') })),
};

/** Returns the cloud with a record of every requested operation. */
export function noting(
  cloud: CloudClient,
): CloudClient & { readonly operations: ReadonlyMap<string, AnyOperation> } {
  const operations = new Map<string, AnyOperation>();
  const note = <O extends AnyOperation>(operation: O): O => {
    operations.set(operation.id, operation);
    return operation;
  };
  return {
    operations,
    call: (operation, ...rest) => cloud.call(note(operation), ...rest),
    list: (operation, ...rest) => cloud.list(note(operation), ...rest),
  };
}
