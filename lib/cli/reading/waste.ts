import { moneyInWords } from '../../model/money/money.ts';
import { computeMonthCost } from '../../model/money/month-cost.ts';
import { dearestFirst, rowsInWords, sumResourceCosts } from '../../rules/facts.ts';
import { wasteColumns, wasteTable } from '../../views/columns/waste-columns.ts';
import { judgeAllWaste, type WasteView } from '../../views/waste.ts';
import { headsOf } from '../names.ts';
import { wrap } from '../tables/cut.ts';
import { titledTables } from '../tables/table.ts';
import { readingCommand } from './reading-command.ts';
import { listReport, type Paper } from './report.ts';

type WasteFlags = { readonly project?: string };

/** `spendwatch waste`: unused resources that still cost money. */
export const addWaste = readingCommand<WasteFlags>({
  name: 'waste',
  summary:
    'list resources that are paid for and not used: stopped, powered off, detached, unmounted, failed, untouched',
  options: (command) => command.option('--project <glob>', 'only these projects'),
  examples: ['waste', 'waste --project lab --csv'],
  read: async ({ heads, policy, now }, { project }) => {
    const views = judgeAllWaste(headsOf(project, heads), { policy }).toSorted(dearestFirst);
    return {
      report: listReport('waste', views, wasteColumns, now, (paper) => wasteLines(views, paper)),
    };
  },
});

function wasteLines(views: readonly WasteView[], paper: Paper): string[] {
  const of = (state: WasteView['state']) => views.filter((view) => view.state === state);
  const waste = of('waste');
  const rate = sumResourceCosts(waste);
  const unpriced = waste.filter(({ resource }) => resource.price === null).length;
  const rest = unpriced === 0 ? '' : `; ${unpriced} without a price, included in reported spend`;
  const total =
    waste.length === 0
      ? 'No waste found.'
      : `${waste.length} wasted, ${rowsInWords(waste)}, ${moneyInWords(computeMonthCost(rate))} a month${rest}. Deletion ends the charge and cannot be undone.`;
  const block = titledTables(paper);
  return [
    ...wrap(total, paper.width),
    ...block(
      'WASTE',
      waste,
      wasteTable,
      'Billed while stopped, or not used for longer than the rule allows.',
    ),
    ...block('GRACE PERIOD', of('grace'), wasteTable, 'Not used, but not for long enough to alert.'),
    ...block('UNKNOWN', of('unknown'), wasteTable, 'Not enough data. Not counted as waste.'),
  ];
}
