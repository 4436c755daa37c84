import { type BudgetView, listBudgets } from '../../views/budgets.ts';
import { budgetColumns, budgetTable } from '../../views/columns/budget-columns.ts';
import { fitting, shortName } from '../names.ts';
import { exitCodes } from '../process.ts';
import { tableLines } from '../tables/table.ts';
import { readingCommand } from './reading-command.ts';
import { listReport, type Paper } from './report.ts';

type BudgetsFlags = { readonly project?: string; readonly check?: true };

/** `spendwatch budgets`: each budget with its spend, limit and forecast. */
export const addBudgets = readingCommand<BudgetsFlags>({
  name: 'budgets',
  summary: 'list budgets with spend, limit and forecast, worst first',
  options: (command) =>
    command
      .option('--project <glob>', 'only these projects')
      .option('--check', 'exit with 1 if a budget has reached its limit'),
  examples: ['budgets', "budgets --project 'research-*' --json", 'budgets --check || echo over'],
  exits: '0 success, 1 with --check: a budget has reached its limit',
  read: async ({ heads, ...context }, { project, check }) => {
    const all = listBudgets(heads, context);
    const projects = fitting(
      '--project',
      project,
      all.map(({ subject }) => shortName(subject)),
    );
    const budgets =
      project === undefined ? all : all.filter(({ subject }) => projects.has(shortName(subject)));
    const isOver = budgets.some(({ percent }) => percent !== null && percent >= 100);
    return {
      report: listReport('budgets', budgets, budgetColumns, context.now, (paper) =>
        budgetLines(budgets, paper),
      ),
      code: check && isOver ? exitCodes.news : exitCodes.fine,
    };
  },
});

/** Returns the table of budgets, or a sentence where there are none. */
export function budgetLines(budgets: readonly BudgetView[], paper: Paper): string[] {
  if (budgets.length === 0) return ['No budgets: the policy sets none for a known project or account.'];
  return tableLines(budgets, budgetTable, paper);
}
