import { minutes } from '../../model/time/time.ts';
import type { CloudProfile, Effect } from '../profile.ts';

const deletion: Effect = { ends: 'all', erases: null, leaves: null, mayLosePlace: false };
const onPods = {
  on: ['vm'],
  otherwise: 'the platform supports this action only for pods outside clusters',
} as const;
const never = (otherwise: string) => ({ on: [], otherwise }) as const;
const noMachines = never('the platform has no bare-metal machines');

/** The profile of RunPod. Its pods are VMs here, pods of clusters are cluster machines, and endpoints are clusters. */
export const runpodProfile: CloudProfile = {
  name: 'runpod',
  address: 'https://api.runpod.io',
  words: { vm: 'pod', 'cluster-machine': 'cluster pod', cluster: 'endpoint', volume: 'network volume' },
  metadataWords: { template: 'Template', cluster: 'Cluster', spendwatch: 'Lock' },
  keptBy: 'lock it on the platform',
  namesTargetsAlike: true,
  facts: {
    'reported spend of projects': 'supported',
    'reported spend of accounts': 'supported',
    prices: 'supported',
    'usage of VMs': 'supported',
    metadata: 'supported',
    'times of creation': 'supported',
    credit: 'supported',
    'the state of accounts': { unsupported: 'the platform reports no state of an account' },
    'spend limits of accounts': 'supported',
    commitments: { unsupported: 'the platform reports no savings plans' },
  },
  signals: ['cpu'],
  usage: { as: 'gauges', ofGpus: true },
  actions: {
    stop: onPods,
    start: onPods,
    image: never('the platform makes no images of pods'),
    terminate: onPods,
    'power-off': noMachines,
    'power-on': noMachines,
  },
  effects: {
    stop: {
      vm: {
        ends: 'part',
        erases: 'its container disk',
        leaves: 'its volume disk, at 0.20 instead of 0.10 USD per GB per month',
        mayLosePlace: true,
      },
    },
    'power-off': {},
    image: {},
    terminate: {
      vm: {
        ...deletion,
        erases: 'its container disk and its volume disk',
        leaves: 'network volumes, which continue to be billed',
      },
      volume: { ...deletion, erases: 'its data' },
      cluster: deletion,
      'cluster-machine': deletion,
    },
  },
  // All pods are stopped; those without a network volume are then lost, and network volumes may follow them later.
  atZeroCredit: {
    vm: 'deleted',
    'cluster-machine': 'deleted',
    cluster: 'stopped',
    volume: 'kept',
  },
  sparedAtZero: 'Pods with a network volume are stopped, and network volumes continue to be billed.',
  unpriced: new Set(),
  showsUseOfVolumes: true,
  accountAdjustedEvery: minutes(5),
  permission: 'scope',
  roles: ['pods:read', 'pods:write'],
  roleTo: { watch: 'pods:read', act: 'pods:write' },
};
