import { isEstimated, priceNow } from '../../model/facts/resource.ts';
import { marked } from '../../model/money/estimate.ts';
import { charge, chargeToMoney } from '../../model/money/money.ts';
import { briefSpan } from '../../model/time/relative-time.ts';
import { computeSpan } from '../../model/time/time.ts';
import { riskRange } from '../../rules/idle/learned/risk-in-words.ts';
import type { IdleView } from '../idle.ts';
import type { UnjudgedVm } from '../unjudged.ts';
import { asReason, type Columns, dollars, type ReportMoment, selectColumns, timeColumn } from './column.ts';
import { resourceColumns as of } from './resource-columns.ts';

const vm = { ...of.id, title: 'VM', least: 16 };

export const idleColumns = {
  verdict: {
    value: ({ verdict }) =>
      ({ breached: 'idle', suspect: 'suspect', unknown: 'unknown', clear: 'in use' })[verdict],
  },
  project: of.project,
  id: vm,
  subject: of.subject,
  rule: { title: 'RULE', value: (view) => view.rule.name, least: 13, rank: 4 },
  quietSince: timeColumn(({ quietSince }) => quietSince, {
    title: 'QUIET FOR',
    text: ({ quietSince }, { now }) => (quietSince === null ? '' : briefSpan(computeSpan(quietSince, now))),
    align: 'right',
    tone: () => 'due',
  }),
  judgedAt: timeColumn(({ judgedAt }) => judgedAt),
  riskPercent: {
    title: 'RISK',
    value: ({ figures }) => (figures?.risk === undefined ? null : Number((figures.risk * 100).toFixed(2))),
    text: ({ figures }) => (figures?.risk === undefined ? '' : riskRange(figures.risk)),
    align: 'right',
    rank: 1,
  },
  cpuPercent: {
    title: 'CPU %',
    value: ({ figures }) => figures?.cpu,
    text: ({ figures }) => tenths(figures?.cpu),
    align: 'right',
    rank: 3,
  },
  networkBytesASecond: {
    title: 'NET KiB/s',
    value: ({ figures }) => figures?.network,
    text: ({ figures }) => kibibytes(figures?.network),
    align: 'right',
    rank: 5,
  },
  diskBytesASecond: {
    title: 'DISK KiB/s',
    value: ({ figures }) => figures?.disk,
    text: ({ figures }) => kibibytes(figures?.disk),
    align: 'right',
    rank: 6,
  },
  gpus: of.gpus,
  usdAnHour: of.usdAnHour,
  soFar: { title: 'SO FAR USD', text: soFar, align: 'right', rank: 1 },
  usdAMonth: of.usdAMonth,
  isEstimate: of.isEstimate,
  committedUntil: of.committedUntil,
  neverAnswersPing: { value: ({ isNeverIdle }) => isNeverIdle },
  protectedBecause: {
    ...asReason,
    title: 'PROTECTION',
    value: ({ protectedBecause }) => protectedBecause,
    least: 20,
  },
  because: { ...asReason, value: ({ because }) => because },
  evidence: {
    ...asReason,
    title: 'EVIDENCE',
    text: ({ figures, because }) => (figures?.risk === undefined ? '' : because),
  },
} satisfies Columns<IdleView>;

/** The columns of a table of idle VMs, with usage and cost, and of a table of the others, with the reason. */
export const idleTables = {
  idle: selectColumns(
    idleColumns,
    ['project', 'id', 'quietSince', 'riskPercent', 'cpuPercent', 'networkBytesASecond', 'diskBytesASecond'],
    ['usdAnHour', 'soFar', 'usdAMonth', 'rule', 'protectedBecause', 'evidence'],
  ),
  others: selectColumns(idleColumns, ['project', 'id', 'usdAnHour', 'rule', 'because']),
};

/** The columns of VMs that no idle rule can judge, with the remedy. */
export const unjudgedColumns = {
  project: of.project,
  id: vm,
  subject: of.subject,
  gpus: of.gpus,
  usdAnHour: of.usdAnHour,
  isEstimate: of.isEstimate,
  because: { ...asReason, value: ({ because }) => because },
  remedy: { value: ({ remedy }) => remedy },
} satisfies Columns<UnjudgedVm>;

const tenths = (figure: number | null | undefined): string => (figure == null ? '?' : figure.toFixed(1));
const kibibytes = (figure: number | null | undefined): string =>
  tenths(figure == null ? null : figure / 1_024);

/** Returns the cost since the VM was last used. */
function soFar({ resource, quietSince }: IdleView, { now }: ReportMoment): string {
  const price = priceNow(resource);
  if (price === null || quietSince === null) return '';
  return marked(dollars(chargeToMoney(charge(price, computeSpan(quietSince, now)))), isEstimated(resource));
}
