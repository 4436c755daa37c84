import { compareSeverity } from '../../model/severity.ts';
import { type AlertView, listAlerts } from '../../views/alerts.ts';
import { alertColumns } from '../../views/columns/alert-columns.ts';
import { fitting } from '../names.ts';
import { exitCodes } from '../process.ts';
import { tableLines } from '../tables/table.ts';
import { readingCommand } from './reading-command.ts';
import { listReport, type Paper } from './report.ts';

type AlertsFlags = { readonly rule?: string; readonly all?: true; readonly check?: true };

/** `spendwatch alerts`: firing, pending and recently resolved alerts. */
export const addAlerts = readingCommand<AlertsFlags>({
  name: 'alerts',
  summary: 'list firing and pending alerts, most harmful first',
  options: (command) =>
    command
      .option('--rule <glob>', 'only these rules')
      .option('--all', 'include recently resolved alerts')
      .option(
        '--check',
        'exit with 1 if a warning or critical alert is firing, not silenced and not protected',
      ),
  examples: ['alerts', "alerts --rule 'credit*' --all", 'alerts --check > /dev/null || echo firing'],
  exits: '0 success, 1 with --check: a warning or critical alert is firing',
  read: async ({ heads, ...context }, { rule, all, check }) => {
    const views = listAlerts(heads, context);
    const rules = fitting('--rule', rule, [
      ...new Set(
        [...context.policy.rules, ...views.map(({ alert }) => ({ name: alert.rule }))].map((it) => it.name),
      ),
    ]);
    const alerts = views.filter(({ alert, state }) => rules.has(alert.rule) && (all || state !== 'resolved'));
    return {
      report: listReport('alerts', alerts, alertColumns, context.now, (paper) => alertLines(alerts, paper)),
      code: check && alerts.some(isPressing) ? exitCodes.news : exitCodes.fine,
    };
  },
});

/** Reports whether an alert needs attention: firing, at least a warning, and neither silenced nor about what people keep. */
export const isPressing = ({ state, alert, silencedBecause }: AlertView): boolean =>
  state === 'firing' &&
  compareSeverity(alert.severity, 'warning') >= 0 &&
  silencedBecause === null &&
  alert.spared === undefined;

/** Returns the table of alerts, or a sentence where there are none. */
export function alertLines(alerts: readonly AlertView[], paper: Paper): string[] {
  if (alerts.length === 0) return ['No active alerts.'];
  return tableLines(alerts, Object.values(alertColumns), paper);
}
