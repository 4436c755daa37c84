import type { ActionKind } from './action-kind.ts';

/** The facts that differ between clouds. No text elsewhere states them. */
export type ProviderFacts = {
  /** The name of the cloud in tokens. */
  readonly name: string;
  /** The effect of each action on the charge and data of its resource. */
  readonly effects: Readonly<Record<ActionKind, string>>;
  /** Advice on spending less, which mentions that stopped VMs are billed. */
  readonly lessSpent: string;
  readonly atZeroCredit: string;
  /** The names of roles, from the least to the most privileged. */
  readonly roles: readonly string[];
  /** The least privileged roles for watching and for acting. */
  readonly roleTo: Readonly<Record<'watch' | 'act', string>>;
};

const sameAsAtRest = 'It costs the same as at rest.';

/** The facts of the compute cloud. */
export const providerFacts: ProviderFacts = {
  name: 'compute',
  effects: {
    stop: 'A stopped VM is billed in full until it is deleted, so a stop by itself saves nothing.',
    'power-off': 'It is billed in full until it is deleted, so switching it off by itself saves nothing.',
    image: 'The image is of its boot disk, and billed by its size from now on; the VM is billed as before.',
    terminate:
      'Its charge has ended, and its boot disk is gone. Storage disks that were attached to it are still there and billed.',
    start: sameAsAtRest,
    'power-on': sameAsAtRest,
  },
  lessSpent: 'To spend less, delete what nobody needs: a stopped VM is still billed.',
  atZeroCredit:
    'When its credit reaches zero, the platform deletes everything that it pays for, disks included. Nobody can undo that.',
  roles: ['VIEWER', 'EDITOR', 'OWNER'],
  roleTo: { watch: 'VIEWER', act: 'EDITOR' },
};
