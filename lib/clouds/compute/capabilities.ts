import type { Capabilities } from '../capabilities.ts';

const onVms = { on: ['vm'], otherwise: 'the platform supports this action only for VMs' } as const;
const onMachines = {
  on: ['machine', 'cluster-machine'],
  otherwise: 'the platform supports this action only for machines',
} as const;

export const computeCapabilities: Capabilities = {
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
  actions: {
    stop: onVms,
    start: onVms,
    image: onVms,
    terminate: onVms,
    'power-off': onMachines,
    'power-on': onMachines,
  },
};
