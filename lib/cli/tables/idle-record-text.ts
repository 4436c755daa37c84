import { comparedRisks, type IdleFindings, type IdleRecord } from '../../jobs/replay/found-idle.ts';
import type { IdleTrackRecord } from '../../jobs/replay/read-idle-record.ts';
import { usageSlot } from '../../model/facts/usage.ts';
import { formatZonedMinute } from '../../model/time/local-times.ts';
import { computeSpan, hours, isoInstant, spanInWords } from '../../model/time/time.ts';
import { counted } from '../../model/words.ts';
import {
  buildRowRecords,
  type Column,
  type Columns,
  minuteColumn,
  moneyColumn,
  selectColumns,
  subjectColumn,
  timeColumn,
} from '../../views/columns/column.ts';
import type { FormerStops, RecordedStop } from '../../views/stop-record.ts';
import type { Paper } from '../reading/report.ts';
import { wrap } from './cut.ts';
import { asJson } from './data-forms.ts';
import { tableLines } from './table.ts';

/** A row of the comparison: learned rules at a risk, or the rules as they are written. */
type Row = { readonly rule: string; readonly risk: number | null; readonly found: IdleFindings };

export const recordRows = ({ byRisk, asWritten }: IdleRecord): readonly Row[] => [
  ...comparedRisks.flatMap((risk, index) => {
    const record = byRisk[index];
    return record === undefined ? [] : [{ rule: `learned, risk ${risk}%`, risk, found: record }];
  }),
  { rule: 'as written', risk: null, found: asWritten },
];

/** Lists the stops of the last four weeks, and what idle rules would have found in them. */
export function recordLines({ stops, formerStops, would }: IdleTrackRecord, paper: Paper): string[] {
  const { width, colors, zone } = paper;
  const dimmed = (text: string) => wrap(text, width).map(colors.dim);
  const wrong = stops.filter(({ outcome }) => outcome === 'wrong');
  return [
    colors.bold('STOPS MADE'),
    ...wrap(stopsInWords(stops, formerStops), width),
    ...(wrong.length === 0 ? [] : tableLines(wrong, stopTable, paper)),
    '',
    colors.bold('WHAT IDLE RULES WOULD HAVE FOUND'),
    ...wrap(watchedInWords(would, zone), width),
    ...(would.from === null
      ? []
      : ['', ...tableLines(recordRows(would), Object.values(recordColumns), paper), ...dimmed(notes(would))]),
  ];
}

function stopsInWords(stops: readonly RecordedStop[], { made, wrong }: FormerStops): string {
  const count = (outcome: RecordedStop['outcome']) => stops.filter((stop) => stop.outcome === outcome).length;
  const note = wrong === 0 ? ': it is unknown whether they were wrong' : `, at least ${wrong} of them wrong`;
  const former = made === 0 ? '' : ` ${made} by rules that the policy no longer has${note}.`;
  if (stops.length === 0)
    return `No stop by an idle rule${former && ' of the policy'} in the last 28 days.${former}`;
  const open = count('open') === 0 ? '' : ` ${count('open')} not known yet.`;
  return `${stops.length} by idle rules in the last 28 days, ${count('wrong')} of them wrong.${open}${former}`;
}

function watchedInWords(
  { judged, unmatched, from, asked, known, ...counts }: IdleRecord,
  zone: string,
): string {
  const left = [
    ...(counts.protected === 0 ? [] : [`${counts.protected} protected`]),
    ...(unmatched === 0 ? [] : [`${unmatched} that no idle rule matches`]),
  ];
  const leftOut = left.length === 0 ? '' : ` Left out: ${left.join(', ')}, and VMs that are gone.`;
  const gone = ' VMs that are gone are left out.';
  const vms = counted(judged, 'VM');
  if (judged === 0) return `No VMs to judge.${leftOut || gone}`;
  if (from === null) return `${vms} to judge, without samples from before the last two hours.${leftOut}`;
  const since = `since ${formatZonedMinute(from, zone)}`;
  return `${vms} ${since}; use is known for ${inHours(known)} of ${inHours(asked)} VM-hours.${leftOut || gone}`;
}

const inHours = (span: number): string => Math.floor(span / hours(1)).toLocaleString('en-US');
const hoursOf = (slots: number): number => (slots * usageSlot) / hours(1);
const percentOf = (part: number, whole: number): string =>
  whole === 0 ? '-' : `${((part / whole) * 100).toFixed(part === 0 ? 0 : 1)} %`;

/** Returns the meaning of the figures, and what they leave out. */
function notes({ unpriced, asWritten }: IdleRecord): string {
  const without = unpriced === 0 ? '' : ` VMs without a known price (${unpriced}) count with 0 USD.`;
  return [
    `A stop is wrong if the VM was used again within the rule's "within" time (8 h by default), and unknown if samples from that time are missing. IDLE HOURS run from each right stop until the VM was next used; OF ALL is their share of the ${inHours(asWritten.tally.gaps * usageSlot)} hours in all gaps at least that long.`,
    `IDLE SPEND is what these hours cost at present prices.${without} Stopping a VM saves that only where the stop ends the charge.`,
    'Notice is included; approvals, business hours, caps, cool-offs, the check just before a stop and the lower risk after wrong stops are not. A learned rule has little data in the first days of a VM.',
  ].join(' ');
}

const countColumn = (title: string, of: (tally: IdleFindings['tally']) => number): Column<Row> => ({
  title,
  value: ({ found }) => of(found.tally),
  align: 'right',
});

export const recordColumns = {
  rule: { title: 'RULE', value: ({ rule }) => rule },
  riskPercent: { value: ({ risk }) => risk },
  stops: countColumn('STOPS', ({ stops }) => stops),
  wrong: countColumn('WRONG', ({ wrong }) => wrong),
  share: {
    title: 'SHARE',
    text: ({ found }) => percentOf(found.tally.wrong, found.tally.stops),
    align: 'right',
    rank: 3,
  },
  unknown: { ...countColumn('UNKNOWN', ({ unknown }) => unknown), rank: 2 },
  idleHours: {
    title: 'IDLE HOURS',
    value: ({ found }) => hoursOf(found.tally.found),
    text: ({ found }) => inHours(found.tally.found * usageSlot),
    align: 'right',
  },
  allIdleHours: {
    title: 'OF ALL',
    value: ({ found }) => hoursOf(found.tally.gaps),
    text: ({ found }) => percentOf(found.tally.found, found.tally.gaps),
    align: 'right',
    rank: 1,
  },
  idleSpend: moneyColumn(({ found }) => found.spend, { title: 'IDLE SPEND, USD' }),
} satisfies Columns<Row>;

const stopColumns = {
  at: minuteColumn('WHEN', ({ at }) => at),
  subject: { ...subjectColumn(({ subject }) => subject, 16), title: 'VM' },
  rule: { title: 'RULE', value: ({ rule }) => rule, least: 10, rank: 1 },
  outcome: { value: ({ outcome }) => outcome },
  startedAgainAt: timeColumn(({ startedAgainAt }) => startedAgainAt, {
    title: 'STARTED AGAIN AFTER',
    text: ({ at, startedAgainAt }) =>
      startedAgainAt === null ? '' : spanInWords(computeSpan(at, startedAgainAt)),
  }),
} satisfies Columns<RecordedStop>;
const stopTable = selectColumns(stopColumns, ['at', 'subject', 'startedAgainAt', 'rule']);

export function recordJson({ stops, formerStops, would }: IdleTrackRecord): string {
  const { from, asked, known, judged, unpriced, unmatched, ...counts } = would;
  return asJson({
    stops: buildRowRecords(stops, stopColumns),
    stopsByFormerRules: formerStops.made,
    wrongStopsByFormerRules: formerStops.wrong,
    from: from && isoInstant(from),
    vms: { judged, unpriced, protected: counts.protected, unmatched },
    spanSeconds: asked / 1_000,
    knownSeconds: known / 1_000,
    wouldHaveFound: buildRowRecords(recordRows(would), recordColumns),
  });
}
