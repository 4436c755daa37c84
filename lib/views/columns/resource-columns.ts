import { commitmentEnd } from '../../model/facts/commitment.ts';
import { hasPrice } from '../../model/facts/resource.ts';
import { aMonthOf } from '../../model/money/month-cost.ts';
import type { WasteView } from '../waste.ts';
import { type Column, type Columns, priceColumn } from './column.ts';
import { dollars } from './dollars.ts';

export type OfResource = Pick<WasteView, 'project' | 'subject' | 'resource'>;

const price: Column<OfResource> = priceColumn(({ resource }) => resource.price);

/** The facts of a resource that every report on resources shows alike. */
export const resourceColumns = {
  project: { title: 'PROJECT', value: ({ project }) => project, least: 8 },
  kind: { title: 'KIND', value: ({ resource }) => resource.kind },
  id: { title: 'NAME', value: ({ resource }) => resource.id, least: 14 },
  subject: { value: ({ subject }) => subject },
  gpus: { value: ({ resource }) => resource.gpus },
  usdAnHour: {
    ...price,
    text: (row, reading) =>
      row.resource.price === null && !hasPrice(row.resource.kind)
        ? 'by size'
        : (price.text?.(row, reading) ?? ''),
  },
  usdAMonth: {
    title: 'USD/MONTH',
    text: ({ resource }) => (resource.price === null ? '' : dollars(aMonthOf(resource.price))),
    align: 'right',
    rank: 2,
  },
  committedUntil: { value: ({ resource }) => commitmentEnd(resource.committedUntil) },
} satisfies Columns<OfResource>;
