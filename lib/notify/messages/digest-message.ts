import type { Subject } from '../../model/ids.ts';
import { coverageInWords, formatCoveredMinutes, isWhole } from '../../model/money/coverage.ts';
import { amountInWords, amountTowards, rateInWords, wholly } from '../../model/money/estimate.ts';
import {
  atLeast,
  comparePrices,
  computeDifference,
  free,
  type Money,
  moneyInWords,
  noMoney,
  priceInWords,
} from '../../model/money/money.ts';
import { computeMonthCost } from '../../model/money/month-cost.ts';
import { withLocalTimes } from '../../model/time/local-times.ts';
import { localDate, localMinute } from '../../model/time/period.ts';
import { computeSpan, spanInWords } from '../../model/time/time.ts';
import { counted } from '../../model/words.ts';
import type { Digest } from '../../state/digest.ts';
import type { NotificationByKind } from '../../state/notification.ts';
import { actionText } from '../parts/action-text.ts';
import { approve, command } from '../parts/commands.ts';
import { type FigureRow, type MessageContent, sentence } from '../parts/document.ts';
import { oneLine } from '../parts/plain-text.ts';
import { subjectInWords } from '../parts/subject-in-words.ts';

/** Returns the daily report: yesterday against the day before, budgets, movers, actions taken and pending. */
export function digestFacts({ digest }: NotificationByKind<'digest'>, zone: string): MessageContent {
  const day = localDate(digest.day.from, zone);
  const { spent, burnRate } = digest;
  const named = namedBy(digest);
  const { day: ofDay, month: ofMonth } = digest.coverage;
  // A subject line has no room to state how much of the month a sum covers.
  const isMonthWhole = ofMonth === null || isWhole(ofMonth);
  const month =
    spent.month === null || !isMonthWhole
      ? ''
      : `, ${amountInWords(spent.month, digest.estimated)} this month to date`;
  return {
    headline:
      digest.loss === null
        ? `${day}: ${moneyInWords(spent.day)} ${shareOfDay(digest)}${month}`
        : `${oneLine(digest.loss, 60)}; ${moneyInWords(spent.day)} on ${day}`,
    opening: digest.notices.map(sentence),
    rows: [
      ['Spent', spentInWords(digest)],
      [
        'This month',
        spent.month === null
          ? 'unknown'
          : `${amountInWords(spent.month, digest.estimated)} to date${isMonthWhole ? '' : `, ${coverageInWords(ofMonth)}`}`,
      ],
      ['Burn rate', rateInWords(burnRate, digest.estimatedRate)],
      digest.withoutFigures === 0
        ? null
        : ['Missing', `figures of ${counted(digest.withoutFigures, 'project')}; the sums exclude them`],
      digest.spare === null ? null : ['Not used', digest.spare],
      digest.unjudged === null ? null : ['Not judged', digest.unjudged],
      ['Alerts', digest.firing === 0 ? 'none' : `${digest.firing} firing`],
      tableRow(
        'At stake',
        digest.alerts.map((alert) => alertCells(alert, named)),
      ),
      tableRow(
        'Protected',
        digest.spared.map((spared) => sparedCells(spared, zone, named)),
      ),
      tableRow(
        'Budgets',
        digest.budgets.map((budget) => budgetCells(budget, named)),
      ),
      tableRow(
        'Movers',
        digest.movers.map((mover) => moverCells(mover, named)),
      ),
      tableRow(
        'Actions',
        digest.actions.map((action) => actionCells(action, zone, named)),
      ),
      stopsRow(digest, named),
      ...chargeRows(digest),
      tableRow(
        'Pending',
        digest.waiting.map((action) => waitingCells(action, zone, named)),
      ),
      tableRow(
        'Not polled',
        digest.blind.map((line) => [line]),
      ),
    ],
    notes: ofDay === null || coverageInWords(ofDay) === null ? nothingWas(digest) : [],
    commands: [
      ...digest.waiting
        .filter(({ approveUntil }) => approveUntil !== null)
        .slice(0, 3)
        .map(approve),
      command('show the status', 'status'),
      command('list actions', 'actions'),
    ],
  };
}

/** Returns the part of the day that the sum covers, or "spent" if it covers all of it. */
const shareOfDay = ({ coverage: { day } }: Digest): string =>
  day === null || isWhole(day) ? 'spent' : `in ${formatCoveredMinutes(day.known, day)}`;

/** Compares the spend of the day with that of the day before, unless one is known only in part. */
function spentInWords({ spent, coverage: { day, before } }: Digest): string {
  const amount = amountInWords(spent.day, spent.estimated);
  const covered = day && coverageInWords(day);
  if (day !== null && !isWhole(day)) return `${amount}, ${covered}`;
  const partial = covered === null ? '' : ` (${covered})`;
  if (before !== null && !isWhole(before))
    return `${amount}${partial}; the day before is ${coverageInWords(before)}`;
  return `${amount}, ${moved(spent.day, spent.before)} the day before${partial}`;
}

/** Names a subject in a row. */
type Named = (subject: Subject) => string;

const namedBy =
  ({ titles = {} }: Digest): Named =>
  (subject) =>
    titles[subject] ?? subjectInWords({ subject }, 40);

/** Returns a comparison such as "12.00 USD more than", which precedes "the day before". */
function moved(now: Money, before: Money): string {
  if (atLeast(now, before) && atLeast(before, now)) return 'the same as';
  return `${moneyInWords(computeDifference(now, before))} ${atLeast(now, before) ? 'more' : 'less'} than`;
}

function budgetCells(
  { rule, subject, spent, estimated, limit, percent, forecast }: Digest['budgets'][number],
  named: Named,
): string[] {
  const share = percent === null ? 'unknown' : `${Math.floor(percent)}%`;
  const end =
    forecast === null
      ? ''
      : `${atLeast(forecast.likely, limit) ? 'over: ' : ''}forecast ${moneyInWords(forecast.likely)} (${moneyInWords(forecast.low)} to ${moneyInWords(forecast.high)})`;
  const sum = spent === null ? '' : `${amountTowards(spent, estimated, limit)} of ${moneyInWords(limit)}`;
  return [share, oneLine(rule, 28), named(subject), sum, end];
}

const alertCells = ({ severity, subject, rule, stake }: Digest['alerts'][number], named: Named): string[] => [
  severity,
  named(subject),
  stake === '' ? rule : stake,
];

const sparedCells = (
  { subject, idleFor, price, because }: Digest['spared'][number],
  zone: string,
  named: Named,
): string[] => [
  named(subject),
  `idle for ${spanInWords(idleFor)}`,
  price === null ? '' : `about ${moneyInWords(computeMonthCost(price))} a month`,
  withLocalTimes(because, zone),
];

const moverCells = ({ subject, day, before }: Digest['movers'][number], named: Named): string[] => [
  `${atLeast(day, before) ? '+' : '-'}${moneyInWords(computeDifference(day, before))}`,
  named(subject),
  `${moneyInWords(before)} to ${moneyInWords(day)}`,
];

const actionCells = (
  { at, action, subject, rule, by }: Digest['actions'][number],
  zone: string,
  named: Named,
): string[] => [
  localMinute(at, zone).slice(-5),
  actionText[action].toBe,
  named(subject),
  by === null ? oneLine(rule, 28) : `by ${oneLine(by, 28)}`,
];

const waitingCells = (
  { action, subject, approveUntil }: Digest['waiting'][number],
  zone: string,
  named: Named,
): string[] => [
  `to be ${actionText[action].toBe}`,
  named(subject),
  approveUntil === null ? '' : `needs approval by ${localMinute(approveUntil, zone)}`,
];

/** Returns a row for charges that ended, and another for stopped resources that are still billed. */
function chargeRows({ savings, actions }: Digest): (FigureRow | null)[] {
  const guessed = savings.isEstimate ? wholly : '';
  const hasEnded = comparePrices(savings.avoided, free) > 0;
  const ended = hasEnded ? `${priceInWords(savings.avoided)} no longer charged${guessed}` : 'no charge';
  const billed = `${moneyInWords(savings.notSaved)} for resources that spendwatch stopped${guessed}`;
  return [
    hasEnded || actions.length > 0 ? ['Ended', ended] : null,
    atLeast(noMoney, savings.notSaved) ? null : ['Still billed', billed],
  ];
}

/** Returns how many stops by idle rules were wrong, with the VMs. */
function stopsRow({ stops }: Digest, named: Named): FigureRow | null {
  if (stops === null) return null;
  const { made, open, wrong, newest } = stops;
  const machines = newest.map(
    ({ subject, at, startedAgainAt }) =>
      `${named(subject)}, started again after ${spanInWords(computeSpan(at, startedAgainAt))}`,
  );
  const more = wrong > newest.length ? [`${wrong - newest.length} more`] : [];
  const notKnown = open === 0 ? '' : ` (${open} not known yet)`;
  const over = 'by idle rules in the last 28 days';
  if (wrong === 0) return ['Stops', `${made} ${over}, none of them wrong${notKnown}`];
  const were = wrong === 1 ? 'was wrong' : 'were wrong';
  return ['Stops', `${wrong} of ${made} ${over} ${were}${notKnown}: ${[...machines, ...more].join('; ')}`];
}

const tableRow = (title: string, rows: readonly string[][]): FigureRow | null =>
  rows.length === 0 ? null : [title, { kind: 'table', rows, names: [] }];

function nothingWas({ notices, actions, waiting, blind }: Digest): string[] {
  const quiet = [notices, actions, waiting, blind].every(({ length }) => length === 0);
  return quiet ? ['No action was taken, no action is pending, and all targets were polled.'] : [];
}
