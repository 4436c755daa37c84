import { StoredPrice } from '../../model/money/money.ts';
import type { Span } from '../../model/time/time.ts';
import { costPlaces } from './cost.ts';
import type { ExportRow } from './rows.ts';

/** A time in hours, with as many decimals as costs have. */
export const hoursOf = (time: Span): string => (time / 3_600_000).toFixed(costPlaces).replace(/\.?0+$/, '');

/** How closely it is known what a charge was for. */
export const attributionOf = ({ resource, tags }: ExportRow): 'resource' | 'group' | 'none' =>
  resource === null ? (tags.kind === 'other' ? 'none' : 'group') : 'resource';

/** What a charge was for, for people. */
export function chargeInWords(row: ExportRow): string {
  const { project, resource, tags, price, time } = row;
  if (resource === null) {
    return tags.kind === 'other'
      ? `Charges in project ${project} that no resource is known for`
      : `Resources of kind ${tags.kind} in project ${project} that are not told apart`;
  }
  const rate = price === null ? 'at prices that changed' : `at ${StoredPrice.encode(price)} USD/h`;
  return `${resource.kind} ${resource.id} in project ${project}: ${hoursOf(time)} h ${rate}`;
}
