import type { Digest } from '../../model/digest.ts';
import {
  atLeast,
  comparePrices,
  free,
  type Money,
  moneyInWords,
  noMoney,
  priceInWords,
  subtractMoney,
} from '../../model/money/money.ts';
import type { NotificationOf } from '../../model/notification.ts';
import { localDate, localMinute } from '../../model/time/period.ts';
import { actionText } from './action-text.ts';
import { approve, command } from './commands.ts';
import { commands, figures, type Part, type Row, text, type Words } from './parts.ts';
import { oneLine } from './plain-text.ts';
import { subjectInWords } from './subject-in-words.ts';
import { tableOf } from './text-layout.ts';

/** The daily report: yesterday against the day before, budgets, movers, what was done and what waits. */
export function digestWords({ digest }: NotificationOf<'digest'>, zone: string): Words {
  const day = localDate(digest.day.from, zone);
  const { spent, burnRate } = digest;
  const month = spent.month === null ? '' : `, ${moneyInWords(spent.month)} this month so far`;
  return {
    headline: `${day}: ${moneyInWords(spent.day)} spent${month}`,
    parts: [
      figures(
        ['Spent', `${moneyInWords(spent.day)}, ${moved(spent.day, spent.before)} the day before`],
        ['This month', spent.month === null ? 'unknown' : `${moneyInWords(spent.month)} so far`],
        ['Now', priceInWords(burnRate)],
        digest.lacking === 0
          ? null
          : ['Lacking', `figures of ${counted(digest.lacking)}: the sums do not cover them`],
        ['Alerts', digest.firing === 0 ? 'none' : `${digest.firing} firing`],
        tableRow('Budgets', digest.budgets.map(budgetCells)),
        tableRow('Movers', digest.movers.map(moverCells)),
        tableRow(
          'Done',
          digest.acts.map((action) => actionCells(action, zone)),
        ),
        ...chargeRows(digest),
        tableRow(
          'Waits',
          digest.waiting.map((action) => waitingCells(action, zone)),
        ),
        listRow('Not seen', digest.blind),
      ),
      ...nothingWas(digest),
      commands(
        ...digest.waiting
          .filter(({ approveUntil }) => approveUntil !== null)
          .slice(0, 3)
          .map(approve),
        command('how things stand', 'status'),
        command('what was done', 'actions'),
      ),
    ],
  };
}

const counted = (projects: number): string => (projects === 1 ? '1 project' : `${projects} projects`);

const name = (subject: Digest['movers'][number]['subject']): string => subjectInWords(subject, 40);

/** "12.00 USD more than", for what comes after it. */
function moved(now: Money, before: Money): string {
  if (atLeast(now, before) && atLeast(before, now)) return 'as';
  return atLeast(now, before)
    ? `${moneyInWords(subtractMoney(now, before))} more than`
    : `${moneyInWords(subtractMoney(before, now))} less than`;
}

function budgetCells({ rule, subject, spent, limit, percent, likely }: Digest['budgets'][number]): string[] {
  const share = percent === null ? 'unknown' : `${Math.floor(percent)}%`;
  const end = likely === null ? '' : `likely ${moneyInWords(likely)}`;
  const sum = spent === null ? '' : `${moneyInWords(spent)} of ${moneyInWords(limit)}`;
  return [share, oneLine(rule, 28), name(subject), sum, end];
}

const moverCells = ({ subject, day, before }: Digest['movers'][number]): string[] => [
  `${atLeast(day, before) ? '+' : '-'}${moneyInWords(atLeast(day, before) ? subtractMoney(day, before) : subtractMoney(before, day))}`,
  name(subject),
  `${moneyInWords(before)} to ${moneyInWords(day)}`,
];

const actionCells = ({ at, action, subject, rule, by }: Digest['acts'][number], zone: string): string[] => [
  localMinute(at, zone).slice(-5),
  actionText[action].toBe,
  name(subject),
  by === null ? oneLine(rule, 28) : `by ${oneLine(by, 28)}`,
];

const waitingCells = (
  { action, subject, approveUntil }: Digest['waiting'][number],
  zone: string,
): string[] => [
  `to be ${actionText[action].toBe}`,
  name(subject),
  approveUntil === null ? '' : `needs approval until ${localMinute(approveUntil, zone)}`,
];

/** Never mixed: what ended is one thing, what rests and is billed another. */
function chargeRows({ savings, acts }: Digest): (Row | null)[] {
  const hasEnded = comparePrices(savings.avoided, free) > 0;
  const ended = hasEnded ? `${priceInWords(savings.avoided)} no longer charged` : 'no charge';
  const billed = `${moneyInWords(savings.notSaved)} for what spendwatch stopped`;
  return [
    hasEnded || acts.length > 0 ? ['Ended', ended] : null,
    atLeast(noMoney, savings.notSaved) ? null : ['Billed on', billed],
  ];
}

const tableRow = (title: string, rows: readonly string[][]): Row | null =>
  rows.length === 0 ? null : [title, tableOf(rows)];
const listRow = (title: string, lines: readonly string[]): Row | null =>
  lines.length === 0 ? null : [title, lines.map((line) => oneLine(line, 100))];

function nothingWas({ acts, waiting, blind }: Digest): Part[] {
  const quiet = [acts, waiting, blind].every(({ length }) => length === 0);
  return quiet
    ? [text('Nothing was stopped, imaged, deleted or started; nothing waits; everything is seen.')]
    : [];
}
