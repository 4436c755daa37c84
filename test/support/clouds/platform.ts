import type { Instant } from '../../../lib/model/time/time.ts';
import { type Answers, type ScriptedCloud, scriptedCloud } from './scripted-cloud.ts';

type Clock = { now(): Instant };

/** Returns the VM "box" as the platform shows it: running, quiet, twenty days old. */
export const boxOnTheWire = (changes: object = {}): object => ({
  id: 'box',
  state: 'ACTIVE',
  vcpus: 4,
  gpuQuantity: 0,
  metadata: {},
  createTime: '2026-11-01T12:00:00Z',
  price: { totalPriceHr: { value: '60' } },
  ...changes,
});

/** Returns the machine "metal" as the platform shows it: switched on, as old as the VM. */
export const metalOnTheWire = (changes: object = {}): object => ({
  id: 'metal',
  dataCenterId: 'europe-1',
  machineTypeId: 'metal-h100',
  os: 'ubuntu-24.04',
  createTime: '2026-11-01T12:00:00Z',
  state: 'ACTIVE',
  powerState: 'ON',
  priceHr: { value: '2' },
  ...changes,
});

/** Returns a cluster of one machine, "node-1". */
export const clusterOnTheWire = (machine: object = {}, changes: object = {}): object => ({
  id: 'cluster',
  state: 'ACTIVE',
  ...changes,
  machines: [
    { id: 'node-1', createTime: '2026-11-01T12:00:00Z', state: 'ACTIVE', powerState: 'ON', ...machine },
  ],
});

/** Returns samples every five minutes of the last six hours; `cpu` is percent of one core. */
export function quietSamples(now: Instant, cpu = 12): object[] {
  const newest = Math.floor(now / 300_000) * 300;
  return Array.from({ length: 73 }, (_, index) => ({
    timestamp: String(newest - (72 - index) * 300),
    cpu,
    netRx: String(index * 1_000),
    netTx: String(index * 1_000),
    diskRdBytes: '0',
    diskWrBytes: String(index * 1_000),
  }));
}

/** Returns a scripted platform with the project "lab" of the account "main", and one VM in it. */
export const aPlatform = (clock: Clock, answers: Answers = {}): ScriptedCloud =>
  scriptedCloud({
    getUser: () => ({}),
    listProjects: () => [{ id: 'lab', billingAccountId: 'main' }],
    listBillingAccounts: () => [{ id: 'main' }],
    getBillingAccount: () => ({ id: 'main', state: 'STATE_ACTIVE', hourlySpendRate: { value: '60' } }),
    listAccountSpend: () => [],
    listVms: () => [boxOnTheWire()],
    listMachines: () => [],
    listClusters: () => [],
    listVolumes: () => [],
    listDisks: () => [],
    listImages: () => [],
    listNetworks: () => [],
    listBuckets: () => [],
    listInvoices: () => [],
    listAccountTransactions: () => [],
    listVmDataCenters: () => [],
    getCurrentSpend: () => ({
      startTime: '2026-11-01T00:00:00Z',
      endTime: '2026-12-01T00:00:00Z',
      spend: { value: '100' },
    }),
    monitorVm: () => quietSamples(clock.now()),
    getVm: () => ({ VM: boxOnTheWire() }),
    stopVm: () => ({}),
    startVm: () => ({}),
    terminateVm: () => ({}),
    createImage: () => ({}),
    getMachine: () => metalOnTheWire(),
    patchMachine: () => metalOnTheWire(),
    patchClusterMachine: () => ({ id: 'node-1' }),
    ...answers,
  });
