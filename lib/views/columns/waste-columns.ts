import { hasPrice } from '../../clouds/profiles.ts';
import { commitmentEnd, isCommitted } from '../../model/facts/commitment.ts';
import type { Resource } from '../../model/facts/resource.ts';
import { relativeTime } from '../../model/time/relative-time.ts';
import type { WasteView } from '../waste.ts';
import { asReason, type Columns, selectColumns, timeColumn } from './column.ts';
import { resourceColumns as of } from './resource-columns.ts';

export const wasteColumns = {
  state: { value: ({ state }) => state },
  project: of.project,
  kind: of.kind,
  id: { ...of.id, least: 10 },
  subject: of.subject,
  rule: { title: 'RULE', value: ({ rule }) => rule?.name, least: 8, rank: 5 },
  condition: { value: ({ condition }) => condition },
  since: timeColumn(({ since }) => since, { title: 'SINCE', rank: 1 }),
  notifiedFrom: timeColumn(({ notifiedFrom }) => notifiedFrom),
  usdAnHour: {
    ...of.usdAnHour,
    text: (row, reading) =>
      row.resource.price === null && !hasPrice(row.cloud, row.resource.kind)
        ? 'by size'
        : (of.usdAnHour.text?.(row, reading) ?? ''),
  },
  usdAMonth: of.usdAMonth,
  isEstimate: of.isEstimate,
  sizeGib: {
    title: 'GiB',
    value: ({ resource }) => resource.sizeGib,
    text: ({ resource }) => resource.sizeGib?.toFixed() ?? '',
    align: 'right',
    rank: 4,
  },
  committedUntil: {
    ...of.committedUntil,
    title: 'PAID UNTIL',
    text: ({ resource: { committedUntil: until } }, { now }) => {
      if (until === null || until === 'unknown') return until ?? '';
      return until > now ? relativeTime(until, now) : '';
    },
    rank: 3,
  },
  seenAt: timeColumn(({ resource }) => resource.seenAt),
  endedBy: { value: ({ resource, state }) => (state === 'waste' ? endOfCharge(resource) : null) },
  because: { ...asReason, value: ({ because }) => because },
} satisfies Columns<WasteView>;

/** The columns of a table of waste. */
export const wasteTable = selectColumns(
  wasteColumns,
  ['project', 'kind', 'id', 'since', 'usdAnHour', 'usdAMonth', 'sizeGib'],
  ['committedUntil', 'rule', 'because'],
);

/** Returns what ends the charge of a resource. */
const endOfCharge = ({ committedUntil, seenAt }: Resource): string =>
  isCommitted({ committedUntil }, seenAt)
    ? `deletion; paid for in any case until ${committedUntil === 'unknown' ? 'its commitment ends (date unknown)' : commitmentEnd(committedUntil)}`
    : 'deletion';
