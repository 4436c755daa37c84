import { byHand } from '../../decide/actions/orders.ts';
import { indexGivenNames, listSubjectNames, listSubjects } from '../../decide/subjects.ts';
import { readLog } from '../../jobs/queries/read-log.ts';
import type { Subject } from '../../model/ids.ts';
import { formatZonedInterval } from '../../model/time/local-times.ts';
import { days, earlier, isoInstant } from '../../model/time/time.ts';
import type { LogLine } from '../../views/actions.ts';
import { logColumns, waitingColumns, waitingTable } from '../../views/columns/action-columns.ts';
import { buildRowRecords } from '../../views/columns/column.ts';
import { listWaitingActions } from '../../views/waiting.ts';
import { fitting } from '../names.ts';
import { asCsv, asJson } from '../tables/data-forms.ts';
import { tableLines } from '../tables/table.ts';
import { intervalOf, type PeriodFlags, withPeriodOptions } from './period-options.ts';
import { type ReadingInput, readingCommand } from './reading-command.ts';

type ActionsFlags = PeriodFlags & {
  readonly subject?: string;
  readonly rule?: string;
  readonly all?: true;
};

/** `spendwatch actions`: the audit log of actions, and the pending ones. */
export const addActions = readingCommand<ActionsFlags>({
  name: 'actions',
  summary: 'list pending actions and the action log, newest first',
  options: (command) =>
    withPeriodOptions(command)
      .option('--subject <glob>', "only these subjects, by name, such as train-7b or 'project/lab/*'")
      .option('--rule <glob>', 'only these rules')
      .option('--all', 'include alerts and notifications'),
  examples: [
    'actions',
    "actions --last 30d --subject 'project/lab/*'",
    'actions --month 2026-11 --all --csv',
  ],
  read: async (context, flags) => {
    const { policy, now } = context;
    const interval = intervalOf(flags, policy.timezone, now, () => earlier(now, days(7)));
    const logged = await readLog(context.ledger, context.heads, interval, { all: flags.all === true });
    const isAsked = askedFor(flags, context, logged);
    const lines = logged.filter(isAsked);
    const waiting = listWaitingActions(context.heads, context).filter(isAsked);
    const { from, until } = interval;
    return {
      report: {
        text: (paper) => [
          ...(waiting.length === 0
            ? ['No pending actions.']
            : [paper.colors.bold('PENDING ACTIONS'), ...tableLines(waiting, waitingTable, paper)]),
          '',
          `${paper.colors.bold('LOG')} from ${formatZonedInterval({ from, until }, paper.zone)}`,
          ...(lines.length === 0
            ? ['No actions in this period.']
            : tableLines(lines, Object.values(logColumns), paper)),
        ],
        json: () =>
          asJson({
            from: isoInstant(from),
            until: isoInstant(until),
            waiting: buildRowRecords(waiting, waitingColumns),
            log: buildRowRecords(lines, logColumns),
          }),
        csv: () => asCsv(lines, logColumns),
      },
    };
  },
});

/** Returns a filter of lines by the given subject and rule. @throws SettingsError when nothing can match */
function askedFor(
  { subject, rule }: ActionsFlags,
  { heads, policy }: ReadingInput,
  logged: readonly LogLine[],
) {
  const subjects = new Set([...heads.flatMap(listSubjects), ...logged.map((line) => line.subject)]);
  const rules = [...policy.rules.map(({ name }) => name), byHand, ...logged.map((line) => line.rule)];
  const givenNames = new Map(heads.flatMap((head) => [...indexGivenNames(head)]));
  const allNamesOf = (one: Subject) => [...listSubjectNames(one), ...(givenNames.get(one) ?? [])];
  const names = fitting('--subject', subject, [...subjects].flatMap(allNamesOf));
  const fits = fitting('--rule', rule, rules);
  return (line: Pick<LogLine, 'subject' | 'rule'>): boolean =>
    fits.has(line.rule) && allNamesOf(line.subject).some((name) => names.has(name));
}
