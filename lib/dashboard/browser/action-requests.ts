import type { PageAction } from '../replies.ts';

/** The content of the dialog of a button. */
export type DialogRequest = {
  readonly title: string;
  readonly button: string;
  /** The durations to choose from, the default first; empty if the request has a fixed end. */
  readonly lengths: readonly string[];
  readonly isReasonNeeded: boolean;
  readonly isGrave?: boolean;
};

export const requests: Readonly<Record<PageAction['what'], DialogRequest>> = {
  keep: { title: 'Keep', button: 'Keep', lengths: ['7d', '8h', '1d', '30d', '90d'], isReasonNeeded: true },
  approve: { title: 'Approve', button: 'Approve', lengths: [], isReasonNeeded: false, isGrave: true },
  deny: { title: 'Deny', button: 'Deny', lengths: [], isReasonNeeded: true },
  silence: { title: 'Silence', button: 'Silence', lengths: ['4h', '1h', '1d', '7d'], isReasonNeeded: true },
  pause: {
    title: 'Pause actions',
    button: 'Pause',
    lengths: ['4h', '1h', '1d', '7d'],
    isReasonNeeded: true,
  },
  stop: { title: 'Stop now', button: 'Stop', lengths: [], isReasonNeeded: false, isGrave: true },
  start: { title: 'Start now', button: 'Start', lengths: [], isReasonNeeded: false },
  revoke: { title: 'Revoke', button: 'Revoke', lengths: [], isReasonNeeded: false },
};

export const lengthInWords: Readonly<Record<string, string>> = {
  '1h': '1 hour',
  '4h': '4 hours',
  '8h': '8 hours',
  '1d': '1 day',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
};
