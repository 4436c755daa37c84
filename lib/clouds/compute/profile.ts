import { hours } from '../../model/time/time.ts';
import type { CloudProfile, Effect } from '../profile.ts';

/** A stopped resource keeps its place, its data and its whole charge. */
const stop: Effect = { ends: 'nothing', erases: null, leaves: null, mayLosePlace: false };
const deletion: Effect = { ends: 'all', erases: null, leaves: null, mayLosePlace: false };

const onVms = { on: ['vm'], otherwise: 'the platform supports this action only for VMs' } as const;
const onMachines = {
  on: ['machine', 'cluster-machine'],
  otherwise: 'the platform supports this action only for machines',
} as const;

export const computeProfile: CloudProfile = {
  name: 'compute',
  address: null,
  words: {},
  metadataWords: {},
  keptBy: 'set its metadata "spendwatch" to "keep" on the platform',
  namesTargetsAlike: false,
  facts: {
    'reported spend of projects': 'supported',
    'reported spend of accounts': 'supported',
    prices: 'supported',
    'usage of VMs': 'supported',
    metadata: 'supported',
    'times of creation': 'supported',
    credit: 'supported',
    'the state of accounts': 'supported',
    'spend limits of accounts': 'supported',
    commitments: 'supported',
  },
  signals: ['cpu', 'network', 'disk'],
  usage: { as: 'series', ofGpus: false },
  actions: {
    stop: onVms,
    start: onVms,
    image: onVms,
    terminate: onVms,
    'power-off': onMachines,
    'power-on': onMachines,
  },
  effects: {
    stop: { vm: stop },
    'power-off': { machine: stop, 'cluster-machine': stop },
    image: { vm: { ...stop, leaves: 'an image of its boot disk, private and billed by its size' } },
    terminate: {
      vm: {
        ...deletion,
        erases: 'its boot disk',
        leaves: 'its storage disks, which are detached and continue to be billed',
      },
      machine: deletion,
      cluster: deletion,
      'cluster-machine': deletion,
      volume: deletion,
      disk: deletion,
      bucket: deletion,
      image: deletion,
      network: deletion,
    },
  },
  atZeroCredit: {
    vm: 'deleted',
    machine: 'deleted',
    cluster: 'deleted',
    'cluster-machine': 'deleted',
    volume: 'deleted',
    disk: 'deleted',
    bucket: 'deleted',
    image: 'deleted',
    network: 'deleted',
  },
  sparedAtZero: null,
  unpriced: new Set(['disk', 'image']),
  showsUseOfVolumes: false,
  accountAdjustedEvery: hours(1),
  permission: 'role',
  roles: ['VIEWER', 'EDITOR', 'OWNER'],
  roleTo: { watch: 'VIEWER', act: 'EDITOR' },
};
