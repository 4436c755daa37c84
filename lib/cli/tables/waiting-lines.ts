import { isoInstant } from '../../model/time/time.ts';
import type { Waiting } from '../../views/waiting.ts';
import { waitingInWords } from '../../views/waiting-in-words.ts';
import { shortName } from '../names.ts';
import type { Paper } from '../reading/report.ts';
import { type Field, ownFields } from './data-forms.ts';
import { type Column, tableLines } from './table.ts';

/** Returns the table of pending actions. */
export const waitingLines = (waiting: readonly Waiting[], paper: Paper): string[] =>
  tableLines(waiting, columnsOn(paper), paper);

const columnsOn = ({ now }: Paper): Column<Waiting>[] => [
  { title: 'ACTION', cell: ({ action }) => action },
  { title: 'SUBJECT', cell: ({ subject }) => shortName(subject), least: 12 },
  {
    title: 'STATE',
    cell: (action) => waitingInWords(action, now),
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

export const waitingFields: readonly Field<Waiting>[] = [
  ...ownFields('state', 'action', 'subject', 'rule'),
  { name: 'notBefore', value: ({ notBefore }) => notBefore && isoInstant(notBefore) },
  { name: 'approveUntil', value: ({ approveUntil }) => approveUntil && isoInstant(approveUntil) },
  ...ownFields('heldBecause', 'announcement', 'because'),
];
