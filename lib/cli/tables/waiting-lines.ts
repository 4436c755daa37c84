import { isoInstant } from '../../model/time/time.ts';
import type { Waiting } from '../../views/waiting.ts';
import { shortName } from '../names.ts';
import type { Paper } from '../reading/report.ts';
import { type Field, ownFields } from './data-forms.ts';
import { relativeTime } from './relative-time.ts';
import { type Column, tableLines } from './table.ts';

/** Returns the table of pending actions. */
export const waitingLines = (waiting: readonly Waiting[], paper: Paper): string[] =>
  tableLines(waiting, columnsOn(paper), paper);

const columnsOn = ({ now }: Paper): Column<Waiting>[] => [
  { title: 'ACTION', cell: ({ action }) => action },
  { title: 'SUBJECT', cell: ({ subject }) => shortName(subject), least: 12 },
  {
    title: 'STATE',
    cell: (action) => stateInWords(action, now),
    least: 16,
    paint: ({ state }, colors) =>
      state === 'waits-for-approval'
        ? colors.bold
        : state === 'denied' || state === 'lapsed'
          ? colors.dim
          : colors.yellow,
  },
  { title: 'RULE', cell: ({ rule }) => rule, least: 10, rank: 1 },
  { title: 'REASON', cell: ({ because }) => because, least: 50, rank: 9, under: true },
];

/** Returns "waiting for approval, expires in 3 h" or "announced, in 20 min or later". */
export function stateInWords(
  { state, notBefore, approveUntil, heldBecause }: Waiting,
  now: Paper['now'],
): string {
  const words = {
    'being-announced': 'being announced',
    announced: 'announced',
    'waits-for-approval': 'waiting for approval',
    denied: 'denied',
    lapsed: 'not approved in time',
    decided: 'decided',
    'asked-for': 'requested',
    unanswered: 'requested, no answer yet',
  }[state];
  if (heldBecause !== null) return `${words}, on hold: ${heldBecause}`;
  if (state === 'waits-for-approval')
    return approveUntil === null ? words : `${words}, expires ${relativeTime(approveUntil, now)}`;
  if (state !== 'announced' || notBefore === null) return words;
  return notBefore > now ? `${words}, ${relativeTime(notBefore, now)} or later` : `${words}, due`;
}

export const waitingFields: readonly Field<Waiting>[] = [
  ...ownFields('state', 'action', 'subject', 'rule'),
  { name: 'notBefore', value: ({ notBefore }) => notBefore && isoInstant(notBefore) },
  { name: 'approveUntil', value: ({ approveUntil }) => approveUntil && isoInstant(approveUntil) },
  ...ownFields('heldBecause', 'announcement', 'because'),
];
