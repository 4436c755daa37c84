import type { LogLine } from '../actions.ts';
import { type WaitingAction, waitingInWords } from '../waiting.ts';
import { asReason, type Columns, minuteColumn, selectColumns, subjectColumn, timeColumn } from './column.ts';

/** The columns of planned actions. */
export const waitingColumns = {
  state: {
    title: 'STATE',
    value: ({ state }) => state,
    text: (row, { now }) => waitingInWords(row, now),
    least: 16,
    tone: ({ state }) =>
      state === 'waits-for-approval' ? 'strong' : state === 'denied' || state === 'lapsed' ? 'quiet' : 'due',
  },
  action: { title: 'ACTION', value: ({ action }) => action },
  subject: subjectColumn(
    ({ subject }) => subject,
    12,
    ({ name }) => name,
  ),
  rule: { title: 'RULE', value: ({ rule }) => rule, least: 10, rank: 1 },
  notBefore: timeColumn(({ notBefore }) => notBefore),
  approveUntil: timeColumn(({ approveUntil }) => approveUntil),
  heldBecause: { value: ({ heldBecause }) => heldBecause },
  announcement: { value: ({ announcement }) => announcement },
  because: { ...asReason, value: ({ because }) => because },
} satisfies Columns<WaitingAction>;

/** The columns of a table of planned actions. */
export const waitingTable = selectColumns(waitingColumns, ['action', 'subject', 'state', 'rule', 'because']);

export const logColumns = {
  at: minuteColumn('WHEN', ({ at }) => at),
  event: {
    title: 'EVENT',
    value: ({ event }) => event,
    tone: ({ event }) => (event === 'failed' ? 'critical' : event === 'confirmed' ? 'good' : 'plain'),
  },
  action: { title: 'ACTION', value: ({ action }) => action, rank: 1 },
  subject: subjectColumn(
    ({ subject }) => subject,
    16,
    ({ name }) => name,
  ),
  rule: { title: 'RULE', value: ({ rule }) => rule, least: 10, rank: 3 },
  by: { title: 'BY', value: ({ by }) => by, least: 6, rank: 4 },
  price: { value: ({ price }) => price?.toFixed() },
  because: { ...asReason, value: ({ because }) => because },
  id: { value: ({ id }) => id },
} satisfies Columns<LogLine>;
