import { commitmentEnd, isCommitted } from '../../model/facts/commitment.ts';
import { hasPrice, type Resource } from '../../model/facts/resource.ts';
import { free, type HourlyPrice, moneyInWords, priceInWords, sumPrices } from '../../model/money/money.ts';
import { aMonthOf } from '../../model/money/month-cost.ts';
import { relativeTime } from '../../model/time/relative-time.ts';
import { isoInstant } from '../../model/time/time.ts';
import { type WasteView, wasteIn } from '../../views/waste.ts';
import { headsOf } from '../names.ts';
import { wrap } from '../tables/cut.ts';
import { type Field, ownFields } from '../tables/data-forms.ts';
import { dollars, dollarsAnHour } from '../tables/dollars.ts';
import { type Column, titledTables } from '../tables/table.ts';
import { readingCommand } from './reading-command.ts';
import { listReport, type Paper } from './report.ts';

type WasteFlags = { readonly project?: string };

/** `spendwatch waste`: unused resources that still cost money. */
export const addWaste = readingCommand<WasteFlags>({
  name: 'waste',
  summary: 'list resources that are paid for and not used: stopped, powered off, detached, failed, untouched',
  options: (command) => command.option('--project <glob>', 'only these projects'),
  examples: ['waste', 'waste --project lab --csv'],
  read: async ({ heads, policy, now }, { project }) => {
    const views = wasteIn(headsOf(project, heads), { policy }).toSorted((left, right) =>
      priceOf(right).cmp(priceOf(left)),
    );
    return {
      report: listReport('waste', views, wasteFields, now, (paper) => wasteLines(views, paper)),
    };
  },
});

const priceOf = ({ resource }: WasteView): HourlyPrice => resource.price ?? free;

function wasteLines(views: readonly WasteView[], paper: Paper): string[] {
  const of = (state: WasteView['state']) => views.filter((view) => view.state === state);
  const waste = of('waste');
  const rate = sumPrices(waste.map(priceOf));
  const unpriced = waste.filter(({ resource }) => resource.price === null).length;
  const rest = unpriced === 0 ? '' : `; ${unpriced} without a price, included in reported spend`;
  const total =
    waste.length === 0
      ? 'No waste found.'
      : `${waste.length} wasted, ${priceInWords(rate)}, ${moneyInWords(aMonthOf(rate))} a month${rest}. Only deletion ends the charge.`;
  const columns = columnsOn(paper);
  const block = titledTables(paper);
  return [
    ...wrap(total, paper.width),
    ...block('WASTE', waste, columns, 'Billed at rest, or not used for longer than the rule allows.'),
    ...block('GRACE PERIOD', of('grace'), columns, 'Not used, but not for long enough to alert.'),
    ...block('UNKNOWN', of('unknown'), columns, 'Not enough data. Not counted as waste.'),
  ];
}

const columnsOn = ({ now }: Paper): Column<WasteView>[] => [
  { title: 'PROJECT', cell: ({ project }) => project, least: 8 },
  { title: 'KIND', cell: ({ resource }) => resource.kind },
  { title: 'NAME', cell: ({ resource }) => resource.id, least: 10 },
  { title: 'SINCE', cell: ({ since }) => (since === null ? '' : relativeTime(since, now)), rank: 1 },
  {
    title: 'USD/h',
    cell: ({ resource }) =>
      resource.price === null
        ? hasPrice(resource.kind)
          ? 'unknown'
          : 'by size'
        : dollarsAnHour(resource.price),
    align: 'right',
  },
  {
    title: 'USD/MONTH',
    cell: ({ resource }) => (resource.price === null ? '' : dollars(aMonthOf(resource.price))),
    align: 'right',
    rank: 2,
  },
  { title: 'GiB', cell: ({ resource }) => resource.sizeGib?.toFixed() ?? '', align: 'right', rank: 4 },
  {
    title: 'PAID UNTIL',
    cell: ({ resource: { committedUntil: until } }) => {
      if (until === null || until === 'unknown') return until ?? '';
      return until > now ? relativeTime(until, now) : '';
    },
    rank: 3,
  },
  { title: 'RULE', cell: ({ rule }) => rule?.name ?? '', least: 8, rank: 5 },
  { title: 'REASON', cell: ({ because }) => because, least: 50, rank: 9, under: true },
];

/** Returns what ends the charge of a resource. */
const endOfCharge = ({ committedUntil, seenAt }: Resource): string =>
  isCommitted({ committedUntil }, seenAt)
    ? `deletion; paid for in any case until ${committedUntil === 'unknown' ? 'the unknown end of its commitment' : commitmentEnd(committedUntil)}`
    : 'deletion';

export const wasteFields: readonly Field<WasteView>[] = [
  ...ownFields('state', 'project'),
  { name: 'kind', value: ({ resource }) => resource.kind },
  { name: 'id', value: ({ resource }) => resource.id },
  { name: 'subject', value: ({ subject }) => subject },
  { name: 'rule', value: ({ rule }) => rule?.name },
  { name: 'condition', value: ({ condition }) => condition },
  { name: 'since', value: ({ since }) => since && isoInstant(since) },
  { name: 'notifiedFrom', value: ({ notifiedFrom }) => notifiedFrom && isoInstant(notifiedFrom) },
  { name: 'usdAnHour', value: ({ resource }) => resource.price?.toFixed() },
  { name: 'sizeGib', value: ({ resource }) => resource.sizeGib },
  { name: 'committedUntil', value: ({ resource }) => commitmentEnd(resource.committedUntil) },
  { name: 'seenAt', value: ({ resource }) => isoInstant(resource.seenAt) },
  { name: 'endedBy', value: ({ resource, state }) => (state === 'waste' ? endOfCharge(resource) : null) },
  { name: 'because', value: ({ because }) => because },
];
