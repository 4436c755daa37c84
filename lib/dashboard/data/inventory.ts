import { getGivenName } from '../../model/facts/resource.ts';
import { kindsInWords } from '../../model/facts/resources-at-risk.ts';
import { sumPrices } from '../../model/money/money.ts';
import { shortSubject, shownName } from '../../model/subject.ts';
import { dearestFirst, getEstimatedCost, sumResourceCosts } from '../../rules/facts.ts';
import { computes, type ResourceView } from '../../views/inventory.ts';
import { decideRemark } from '../../views/remark-on-resource.ts';
import { type Spare, spareInWords, sumSpare } from '../../views/spare.ts';
import type { ListQuery } from '../queries.ts';
import { priceFigure } from './figures.ts';
import { type FleetViews, pageOf } from './fleet.ts';
import { resourceRows } from './rows.ts';

export type Inventory = ReturnType<typeof inventoryReply>;
/** Lists the resources that match a query, page by page. */
export function inventoryReply(context: FleetViews, query: ListQuery) {
  const { spare } = context.status();
  const matching = context.fleet().filter((row) => fits(row, query, spare));
  const sorted = sortedBy(matching, query.sort, context);
  return {
    ...pageOf(context, sorted, query.page, resourceRows(context.reading)),
    /** The hourly price of all resources that match. */
    burn: priceFigure(
      sumResourceCosts(matching),
      sumPrices(matching.map(({ resource }) => getEstimatedCost(resource))),
    ),
    burnOfAll: priceFigure(context.status().whole.burnRate),
    /** The cost of idle and wasted resources, and what deleting them ends; `null` unless they are asked for. */
    unused: query.state === 'idle' || query.state === 'unused' ? unusedIn(context, query.project) : null,
    what: kindsInWords(matching.map(({ resource }) => resource)),
    projects: new Set(matching.map(({ target }) => target)).size,
  };
}

function unusedIn({ snapshot, status }: FleetViews, project: string | null): string | null {
  if (project === null) return spareInWords(status().spare);
  return spareInWords(
    sumSpare(
      snapshot.heads.filter(({ target }) => shownName(target) === project),
      snapshot,
    ),
  );
}

function fits(
  row: ResourceView,
  { find, kind, state, project }: ListQuery,
  { subjects }: Pick<Spare, 'subjects'>,
): boolean {
  const { resource, alert } = row;
  if (kind === 'computes' ? !computes(row) : kind !== 'any' && resource.kind !== kind) return false;
  if (project !== null && shownName(row.target) !== project) return false;
  if (state === 'idle' && row.idleSince === null) return false;
  if (state === 'unused' && !subjects.has(row.subject)) return false;
  if (state === 'alerting' && alert === null) return false;
  if ((state === 'running' || state === 'stopped') && resource.activity !== state) return false;
  if (find === '') return true;
  const text = `${shortSubject(row.subject, getGivenName(resource))} ${resource.state} ${resource.gpuModel ?? ''} ${row.owner ?? ''}`;
  return find
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.toLowerCase().includes(word));
}

const tones = ['due', 'unsure', 'quiet'] as const;

function sortedBy(
  rows: readonly ResourceView[],
  sort: ListQuery['sort'],
  { snapshot }: FleetViews,
): readonly ResourceView[] {
  switch (sort) {
    case 'name':
      return rows;
    case 'price':
      return rows.toSorted(dearestFirst);
    case 'note': {
      const rank = (row: ResourceView): number =>
        row.idleSince === null ? tones.indexOf(decideRemark(row, snapshot.now).tone) : -1;
      return rows.toSorted((left, right) => rank(left) - rank(right) || dearestFirst(left, right));
    }
  }
}
