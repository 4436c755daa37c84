import { compareSeverity } from '../../model/severity.ts';
import { relativeTime } from '../../model/time/relative-time.ts';
import { isoInstant } from '../../model/time/time.ts';
import { type AlertView, alertsOf } from '../../views/alerts.ts';
import { harmInWords } from '../../views/harm.ts';
import { fitting, paintSeverity, shortName } from '../names.ts';
import { exitCodes } from '../process.ts';
import type { Field } from '../tables/data-forms.ts';
import { type Column, tableLines } from '../tables/table.ts';
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
      .option('--check', 'exit with 1 if a warning or critical alert is firing and not silenced'),
  examples: ['alerts', "alerts --rule 'credit*' --all", 'alerts --check > /dev/null || echo firing'],
  exits: '0 success, 1 with --check: a warning or critical alert is firing',
  read: async ({ heads, ...context }, { rule, all, check }) => {
    const known = alertsOf(heads, context);
    const rules = fitting('--rule', rule, [
      ...new Set(
        [...context.policy.rules, ...known.map(({ alert }) => ({ name: alert.rule }))].map((it) => it.name),
      ),
    ]);
    const alerts = known.filter(({ alert, state }) => rules.has(alert.rule) && (all || state !== 'resolved'));
    return {
      report: listReport('alerts', alerts, alertFields, context.now, (paper) => alertLines(alerts, paper)),
      code: check && alerts.some(isPressing) ? exitCodes.news : exitCodes.fine,
    };
  },
});

/** Reports whether an alert needs attention: firing, at least a warning, and not silenced. */
export const isPressing = ({ state, alert, silencedBecause }: AlertView): boolean =>
  state === 'firing' && compareSeverity(alert.severity, 'warning') >= 0 && silencedBecause === null;

/** Returns the table of alerts, or a sentence where there are none. */
export function alertLines(alerts: readonly AlertView[], paper: Paper): string[] {
  if (alerts.length === 0) return ['No active alerts.'];
  return tableLines(alerts, columnsOn(paper), paper);
}

const columnsOn = ({ now }: Paper): Column<AlertView>[] => [
  {
    title: 'STATE',
    cell: ({ state, alert }) => (state === 'firing' ? alert.severity : state),
    paint: ({ state, alert }, colors) =>
      state === 'firing' ? paintSeverity(alert.severity, colors) : colors.dim,
  },
  { title: 'RULE', cell: ({ alert }) => alert.rule, least: 13 },
  { title: 'SUBJECT', cell: ({ alert }) => shortName(alert.subject), least: 16 },
  { title: 'SINCE', cell: ({ alert }) => relativeTime(alert.since, now), rank: 2 },
  { title: 'NOTIFIED', cell: (view) => notifiedInWords(view, now), rank: 3 },
  { title: 'AT STAKE', cell: ({ harm }) => harmInWords(harm), least: 40, rank: 8, under: true },
  {
    title: 'REASON',
    cell: ({ alert, silencedBecause }) => silencedBecause ?? alert.because,
    least: 50,
    rank: 9,
    under: true,
  },
];

function notifiedInWords({ alert, silencedBecause }: AlertView, now: Paper['now']): string {
  if (alert.lastNotified === null) return silencedBecause === null ? 'never' : 'silenced';
  const { at, times } = alert.lastNotified;
  return `${relativeTime(at, now)}${times > 1 ? `, ${times} times` : ''}`;
}

export const alertFields: readonly Field<AlertView>[] = [
  { name: 'state', value: ({ state }) => state },
  { name: 'severity', value: ({ alert }) => alert.severity },
  { name: 'rule', value: ({ alert }) => alert.rule },
  { name: 'kind', value: ({ alert }) => alert.kind },
  { name: 'subject', value: ({ alert }) => alert.subject },
  { name: 'since', value: ({ alert }) => isoInstant(alert.since) },
  { name: 'clearSince', value: ({ alert }) => alert.clearSince && isoInstant(alert.clearSince) },
  { name: 'lastNotifiedAt', value: ({ alert }) => alert.lastNotified && isoInstant(alert.lastNotified.at) },
  { name: 'timesNotified', value: ({ alert }) => alert.lastNotified?.times ?? 0 },
  { name: 'silencedBecause', value: ({ silencedBecause }) => silencedBecause },
  { name: 'announcement', value: ({ alert }) => alert.announcement?.message ?? null },
  { name: 'burnRate', value: ({ harm }) => harm.rate?.toFixed() },
  { name: 'loss', value: ({ harm }) => harm.loss },
  { name: 'protectedBecause', value: ({ harm }) => harm.protectedBecause },
  { name: 'because', value: ({ alert }) => alert.because },
];
