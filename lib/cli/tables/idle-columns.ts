import { commitmentEnd } from '../../model/facts/commitment.ts';
import { charge, chargeToMoney } from '../../model/money/money.ts';
import { aMonthOf } from '../../model/money/month-cost.ts';
import { briefSpan } from '../../model/time/relative-time.ts';
import { between, isoInstant } from '../../model/time/time.ts';
import { riskRange } from '../../rules/idle/learned/risk-in-words.ts';
import type { IdleView } from '../../views/idle.ts';
import type { UnjudgedVm } from '../../views/unjudged.ts';
import type { Paper } from '../reading/report.ts';
import { type Field, ownFields } from './data-forms.ts';
import { dollars, dollarsAnHour } from './dollars.ts';
import type { Column } from './table.ts';

const names: Column<IdleView>[] = [
  { title: 'PROJECT', cell: ({ project }) => project, least: 8 },
  { title: 'VM', cell: ({ resource }) => resource.id, least: 16 },
];
const price: Column<IdleView> = {
  title: 'USD/h',
  cell: ({ resource }) => (resource.price === null ? 'unknown' : dollarsAnHour(resource.price)),
  align: 'right',
};
const rule: Column<IdleView> = { title: 'RULE', cell: (view) => view.rule.name, least: 13, rank: 4 };

/** Returns the columns of idle VMs, with usage and cost. */
export const idleColumns = ({ now }: Paper): Column<IdleView>[] => [
  ...names,
  {
    title: 'QUIET FOR',
    cell: ({ quietSince }) => (quietSince === null ? '' : briefSpan(between(quietSince, now))),
    align: 'right',
    paint: (_, colors) => colors.yellow,
  },
  {
    title: 'RISK',
    cell: ({ figures }) => (figures?.risk === undefined ? '' : riskRange(figures.risk)),
    align: 'right',
    rank: 1,
  },
  { title: 'CPU %', cell: ({ figures }) => rounded(figures?.cpu), align: 'right', rank: 3 },
  { title: 'NET KiB/s', cell: ({ figures }) => kibibytes(figures?.network), align: 'right', rank: 5 },
  { title: 'DISK KiB/s', cell: ({ figures }) => kibibytes(figures?.disk), align: 'right', rank: 6 },
  price,
  { title: 'SO FAR USD', cell: (view) => soFar(view, now), align: 'right', rank: 1 },
  {
    title: 'USD/MONTH',
    cell: ({ resource }) => (resource.price === null ? '' : dollars(aMonthOf(resource.price))),
    align: 'right',
    rank: 2,
  },
  rule,
  {
    title: 'PROTECTION',
    cell: ({ protectedBecause }) => protectedBecause ?? '',
    least: 20,
    rank: 9,
    under: true,
  },
  {
    title: 'EVIDENCE',
    cell: ({ figures, because }) => (figures?.risk === undefined ? '' : because),
    least: 50,
    rank: 9,
    under: true,
  },
];

/** The columns of VMs that are not idle, with the reason. */
export const otherColumns: Column<IdleView>[] = [
  ...names,
  price,
  rule,
  { title: 'REASON', cell: ({ because }) => because, least: 50, rank: 9, under: true },
];

/** The columns of VMs that no idle rule can judge, with what mends it. */
export const unjudgedColumns: Column<UnjudgedVm>[] = [
  { title: 'PROJECT', cell: ({ project }) => project, least: 8 },
  { title: 'VM', cell: ({ resource }) => resource.id, least: 16 },
  {
    title: 'USD/h',
    cell: ({ resource }) => (resource.price === null ? 'unknown' : dollarsAnHour(resource.price)),
    align: 'right',
  },
  {
    title: 'REASON',
    cell: ({ because }) => because,
    least: 50,
    rank: 9,
    under: true,
  },
];

export const unjudgedFields: readonly Field<UnjudgedVm>[] = [
  { name: 'project', value: ({ project }) => project },
  { name: 'id', value: ({ resource }) => resource.id },
  { name: 'subject', value: ({ subject }) => subject },
  { name: 'gpus', value: ({ resource }) => resource.gpus },
  { name: 'usdAnHour', value: ({ resource }) => resource.price?.toFixed() },
  ...ownFields('because', 'remedy'),
];

const rounded = (figure: number | null | undefined): string => (figure == null ? '?' : figure.toFixed(1));
const kibibytes = (figure: number | null | undefined): string =>
  figure == null ? '?' : (figure / 1_024).toFixed(1);

/** Returns the cost since the VM was last used. */
function soFar({ resource, quietSince }: IdleView, now: Paper['now']): string {
  if (resource.price === null || quietSince === null) return '';
  return dollars(chargeToMoney(charge(resource.price, between(quietSince, now))));
}

export const idleFields: readonly Field<IdleView>[] = [
  {
    name: 'verdict',
    value: ({ verdict }) =>
      ({ breached: 'idle', suspect: 'suspect', unknown: 'unknown', clear: 'in use' })[verdict],
  },
  { name: 'project', value: ({ project }) => project },
  { name: 'id', value: ({ resource }) => resource.id },
  { name: 'subject', value: ({ subject }) => subject },
  { name: 'rule', value: (view) => view.rule.name },
  { name: 'quietSince', value: ({ quietSince }) => quietSince && isoInstant(quietSince) },
  { name: 'judgedAt', value: ({ judgedAt }) => judgedAt && isoInstant(judgedAt) },
  {
    name: 'riskPercent',
    value: ({ figures }) => (figures?.risk === undefined ? null : Number((figures.risk * 100).toFixed(2))),
  },
  { name: 'cpuPercent', value: ({ figures }) => figures?.cpu },
  { name: 'networkBytesASecond', value: ({ figures }) => figures?.network },
  { name: 'diskBytesASecond', value: ({ figures }) => figures?.disk },
  { name: 'gpus', value: ({ resource }) => resource.gpus },
  { name: 'usdAnHour', value: ({ resource }) => resource.price?.toFixed() },
  { name: 'committedUntil', value: ({ resource }) => commitmentEnd(resource.committedUntil) },
  { name: 'neverAnswersPing', value: ({ isNeverIdle }) => isNeverIdle },
  ...ownFields('protectedBecause', 'because'),
];
