import type { CloudProfile, Effect } from '../../../lib/clouds/profile.ts';
import { getCloudProfile } from '../../../lib/clouds/profiles.ts';

const compute = getCloudProfile('compute');
export const noEffect: Effect = { ends: 'nothing', erases: null, leaves: null, mayLosePlace: false };

/** A cloud like many: a stop ends most of the charge, gives the place away, and erases a disk. */
export const pods: CloudProfile = {
  ...compute,
  effects: {
    ...compute.effects,
    stop: {
      vm: {
        ends: 'part',
        erases: 'its container disk',
        leaves: 'its volume disk, which costs twice as much',
        mayLosePlace: true,
      },
    },
    terminate: { vm: { ...noEffect, ends: 'all' }, volume: { ...noEffect, ends: 'all' } },
  },
  atZeroCredit: {
    vm: 'deleted',
    disk: 'deleted',
    machine: 'stopped',
    cluster: 'stopped',
    'cluster-machine': 'stopped',
    volume: 'kept',
    bucket: 'kept',
    image: 'kept',
    network: 'kept',
  },
};
