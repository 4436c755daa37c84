import { commitmentEnd } from '../../model/facts/commitment.ts';
import { getGivenName, isEstimated, priceNow, type Resource } from '../../model/facts/resource.ts';
import { marked } from '../../model/money/estimate.ts';
import { computeMonthCost } from '../../model/money/month-cost.ts';
import { shownName } from '../../model/subject.ts';
import type { WasteView } from '../waste.ts';
import { type Columns, dollars, priceColumn } from './column.ts';

export type ResourceReference = Pick<WasteView, 'target' | 'subject' | 'resource'>;

/** Returns the name of a resource with its id, which commands use; or the id alone. */
export function nameAndId(resource: Resource): string {
  const name = getGivenName(resource);
  return name === undefined ? resource.id : `${name} (${resource.id})`;
}

/** The columns that all reports on resources share. */
export const resourceColumns = {
  project: { title: 'PROJECT', value: ({ target }) => shownName(target), least: 8 },
  kind: { title: 'KIND', value: ({ resource }) => resource.kind },
  id: {
    title: 'NAME',
    value: ({ resource }) => resource.id,
    text: ({ resource }) => nameAndId(resource),
    least: 14,
  },
  subject: { value: ({ subject }) => subject },
  gpus: { value: ({ resource }) => resource.gpus },
  usdAnHour: priceColumn(({ resource }) => priceNow(resource), {
    isEstimate: ({ resource }) => isEstimated(resource),
  }),
  usdAMonth: {
    title: 'USD/MONTH',
    text: ({ resource }) => {
      const price = priceNow(resource);
      return price === null ? '' : marked(dollars(computeMonthCost(price)), isEstimated(resource));
    },
    align: 'right',
    rank: 2,
  },
  /** True if its cost is an estimate. */
  isEstimate: { value: ({ resource }) => isEstimated(resource) },
  committedUntil: { value: ({ resource }) => commitmentEnd(resource.committedUntil) },
} satisfies Columns<ResourceReference>;
