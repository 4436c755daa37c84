import { relativeTime } from '../../model/time/relative-time.ts';
import type { AlertView } from '../alerts.ts';
import { harmInWords } from '../harm.ts';
import {
  asReason,
  type Columns,
  type ReportMoment,
  severityTone,
  subjectColumn,
  timeColumn,
} from './column.ts';

export const alertColumns = {
  state: {
    title: 'STATE',
    value: ({ state }) => state,
    text: ({ state, alert }) => (state === 'firing' ? alert.severity : state),
    tone: ({ state, alert }) => (state === 'firing' ? severityTone(alert.severity) : 'quiet'),
  },
  severity: { value: ({ alert }) => alert.severity },
  rule: { title: 'RULE', value: ({ alert }) => alert.rule, least: 13 },
  kind: { value: ({ alert }) => alert.kind },
  subject: subjectColumn(
    ({ alert }) => alert.subject,
    16,
    ({ name }) => name,
  ),
  since: timeColumn(({ alert }) => alert.since, { title: 'SINCE', rank: 2 }),
  clearSince: timeColumn(({ alert }) => alert.clearSince),
  lastNotifiedAt: timeColumn(({ alert }) => alert.lastNotified?.at, {
    title: 'NOTIFIED',
    text: notifiedInWords,
    rank: 3,
  }),
  timesNotified: { value: ({ alert }) => alert.lastNotified?.times ?? 0 },
  silencedBecause: { value: ({ silencedBecause }) => silencedBecause },
  unheardBecause: { value: ({ unheardBecause }) => unheardBecause },
  announcement: { value: ({ alert }) => alert.announcement?.message },
  burnRate: { value: ({ harm }) => harm.rate?.toFixed() },
  loss: { value: ({ harm }) => harm.loss },
  protectedBecause: { value: ({ harm }) => harm.protectedBecause },
  stake: { title: 'AT STAKE', text: ({ harm }) => harmInWords(harm), least: 40, rank: 8, under: true },
  because: {
    ...asReason,
    value: ({ alert }) => alert.because,
    text: ({ alert, silencedBecause }) => silencedBecause ?? alert.because,
  },
} satisfies Columns<AlertView>;

function notifiedInWords(
  { alert, silencedBecause, unheardBecause }: AlertView,
  { now }: ReportMoment,
): string {
  if (alert.lastNotified === null && silencedBecause !== null) return 'silenced';
  if (unheardBecause !== null) return unheardBecause;
  if (alert.lastNotified === null) return alert.spared === undefined ? 'never' : 'protected';
  const { at, times } = alert.lastNotified;
  return `${relativeTime(at, now)}${times > 1 ? `, ${times} times` : ''}`;
}
