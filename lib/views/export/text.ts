import { getGivenName } from '../../model/facts/resource.ts';
import { StoredPrice } from '../../model/money/money.ts';
import type { Tags } from '../../model/money/share.ts';
import { shownName } from '../../model/subject.ts';
import type { Span } from '../../model/time/time.ts';
import { costPlaces } from './cost.ts';
import type { ExportRow } from './rows.ts';

/** Returns a time in hours, with as many decimals as costs have. */
export const formatHours = (time: Span): string =>
  (time / 3_600_000).toFixed(costPlaces).replace(/\.?0+$/, '');

/** Returns whether a charge belongs to one resource, a group of them, or none. */
export const decideAttribution = ({ resource, tags }: ExportRow): 'resource' | 'group' | 'none' =>
  resource === null ? (isUnattributed(tags) ? 'none' : 'group') : 'resource';

const isUnattributed = ({ kind }: Tags): boolean => kind === 'other' || kind === 'reported';

/** Describes a charge in a sentence. */
export function chargeInWords(row: ExportRow): string {
  const { target, resource, tags, price, time } = row;
  const project = shownName(target);
  if (resource === null) {
    if (tags.kind === 'reported')
      return `Charges in project ${project} that the platform reports for the time before monitoring began`;
    return tags.kind === 'other'
      ? `Charges in project ${project} without a known resource`
      : `Resources of kind ${tags.kind} in project ${project}, not itemized`;
  }
  const rate = price === null ? 'at changing prices' : `at ${StoredPrice.encode(price)} USD/h`;
  const name = getGivenName(resource);
  const title = name === undefined ? resource.id : `${name} (${resource.id})`;
  return `${resource.kind} ${title} in project ${project}: ${formatHours(time)} h ${rate}`;
}
