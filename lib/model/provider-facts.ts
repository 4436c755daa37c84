import type { ActionKind } from './action-kind.ts';

/** What a state of a billing account means. */
export type AccountStanding = 'active' | 'untold' | 'unpaid' | 'abused' | 'deleted';

/** What is true of one cloud and need not be of another: no sentence elsewhere states it. */
export type ProviderFacts = {
  /** What an action does to the charge of what it was taken on, and to its data. */
  readonly effects: Readonly<Record<ActionKind, string>>;
  /** How to spend less, with what people do not expect of a stop. */
  readonly lessSpent: string;
  readonly atZeroCredit: string;
  /** Of states that are not here nothing is known. */
  readonly accountStandings: ReadonlyMap<string, AccountStanding>;
  /** Names of roles, from what may only look to what may do all. */
  readonly roles: readonly string[];
  /** The least role that may watch, and the least that may act. */
  readonly roleTo: Readonly<Record<'watch' | 'act', string>>;
};

const sameAsAtRest = 'It costs the same as at rest.';

/** The facts of the compute cloud. */
export const providerFacts: ProviderFacts = {
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
  accountStandings: new Map([
    ['STATE_ACTIVE', 'active'],
    ['STATE_UNSPECIFIED', 'untold'],
    ['STATE_SUSPENDED_PAYMENT', 'unpaid'],
    ['STATE_SUSPENDED_ABUSE', 'abused'],
    ['STATE_DELETED', 'deleted'],
  ]),
  roles: ['VIEWER', 'EDITOR', 'OWNER'],
  roleTo: { watch: 'VIEWER', act: 'EDITOR' },
};
