import { byHand } from '../../decide/actions/orders.ts';
import { namesOf, subjectsOf } from '../../decide/subjects.ts';
import { readLog } from '../../jobs/queries/read-log.ts';
import { intervalIn } from '../../model/time/local-times.ts';
import { localMinute } from '../../model/time/period.ts';
import { days, earlier, isoInstant } from '../../model/time/time.ts';
import type { LogLine } from '../../views/actions.ts';
import { waitingIn } from '../../views/waiting.ts';
import { fitting, shortName } from '../names.ts';
import { asCsv, asJson, type Field, ownFields, recordsOf } from '../tables/data-forms.ts';
import { type Column, tableLines } from '../tables/table.ts';
import { waitingFields, waitingLines } from '../tables/waiting-lines.ts';
import { intervalOf, type PeriodFlags, withPeriodOptions } from './period-options.ts';
import { type ReadingInput, readingCommand } from './reading-command.ts';
import type { Paper } from './report.ts';

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
    const waiting = waitingIn(context.heads, context).filter(isAsked);
    const { from, until } = interval;
    return {
      report: {
        text: (paper) => [
          ...(waiting.length === 0
            ? ['No pending actions.']
            : [paper.colors.bold('PENDING ACTIONS'), ...waitingLines(waiting, paper)]),
          '',
          `${paper.colors.bold('LOG')} from ${intervalIn({ from, until }, paper.zone)}`,
          ...(lines.length === 0
            ? ['No actions in this period.']
            : tableLines(lines, columnsOn(paper), paper)),
        ],
        json: () =>
          asJson({
            from: isoInstant(from),
            until: isoInstant(until),
            waiting: recordsOf(waiting, waitingFields),
            log: recordsOf(lines, fields),
          }),
        csv: () => asCsv(lines, fields),
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
  const known = new Set([...heads.flatMap(subjectsOf), ...logged.map((line) => line.subject)]);
  const rules = [...policy.rules.map(({ name }) => name), byHand, ...logged.map((line) => line.rule)];
  const names = fitting('--subject', subject, [...known].flatMap(namesOf));
  const fits = fitting('--rule', rule, rules);
  return (line: Pick<LogLine, 'subject' | 'rule'>): boolean =>
    fits.has(line.rule) && namesOf(line.subject).some((name) => names.has(name));
}

const columnsOn = ({ zone }: Paper): Column<LogLine>[] => [
  { title: 'WHEN', cell: ({ at }) => localMinute(at, zone) },
  {
    title: 'EVENT',
    cell: ({ event }) => event,
    paint: ({ event }, colors) =>
      event === 'failed' ? colors.red : event === 'confirmed' ? colors.green : (text) => text,
  },
  { title: 'ACTION', cell: ({ action }) => action ?? '', rank: 1 },
  { title: 'SUBJECT', cell: ({ subject }) => shortName(subject), least: 16 },
  { title: 'RULE', cell: ({ rule }) => rule, least: 10, rank: 3 },
  { title: 'BY', cell: ({ by }) => by ?? '', least: 6, rank: 4 },
  { title: 'REASON', cell: ({ because }) => because, least: 50, rank: 9, under: true },
];

const fields: readonly Field<LogLine>[] = [
  { name: 'at', value: ({ at }) => isoInstant(at) },
  { name: 'event', value: ({ event }) => event },
  { name: 'action', value: ({ action }) => action ?? null },
  ...ownFields('subject', 'rule'),
  { name: 'by', value: ({ by }) => by ?? null },
  { name: 'price', value: ({ price }) => price?.toFixed() ?? null },
  ...ownFields('because', 'id'),
];
